import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const gzipAsync = promisify(gzip);

/** Smaller responses fit into a few packets and keep their strong `ETag`. A page of a list has about 80 KB. */
const FROM_BYTES = 4_096;
const ACCEPTS_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0+)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/**
 * Compresses long JSON responses with gzip, at the fastest level: a seventh of the bytes for a third of a millisecond
 * (RFC 9110, section 8.4).
 */
export function compressAnswers(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, status } = c.res;
    if (headers.get('content-type') !== 'application/json' || c.req.method === 'HEAD') return;
    if (Number(headers.get('content-length') ?? Infinity) < FROM_BYTES) return;
    headers.append('vary', 'accept-encoding');
    if (!ACCEPTS_GZIP.test(c.req.header('accept-encoding') ?? '')) return;
    const body = await gzipAsync(await c.res.arrayBuffer(), { level: constants.Z_BEST_SPEED });
    headers.set('content-encoding', 'gzip');
    headers.set('content-length', String(body.byteLength));
    c.res = new Response(body, { status, headers });
  };
}
