import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../operation.ts';

/** Matches `application/json` in UTF-8 (RFC 8259, section 8.1). */
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export interface Body {
  /** The parsed JSON. Undefined for an empty body. */
  readonly value: unknown;
  readonly sizeBytes: number;
}

/**
 * Reads a JSON body. Enforces the limit whatever length is declared, and rejects other media types, content codings,
 * invalid UTF-8 and trailing bytes.
 */
export async function readJsonBody(request: Request, sizeMaxBytes: number): Promise<Result<Body, Failure>> {
  if (Number(request.headers.get('content-length') ?? 0) > sizeMaxBytes) return tooLarge(sizeMaxBytes);
  const bytes = await readBytes(request, sizeMaxBytes);
  if (bytes === undefined) return tooLarge(sizeMaxBytes);
  if (bytes.length === 0) return ok({ value: undefined, sizeBytes: 0 });
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '') || coding !== 'identity') {
    return err({ code: 'unsupported_media' });
  }
  const parsed = parseJson(bytes);
  return parsed.ok ? ok({ value: parsed.value, sizeBytes: bytes.length }) : parsed;
}

export async function readBytes(request: Request, sizeMaxBytes: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body) {
    sizeBytes += chunk.length;
    if (sizeBytes > sizeMaxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): Result<unknown, Failure> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return ok(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    return err({ code: 'invalid_request', issues: [{ path: '', code: 'wrong_format' }] });
  }
}

function tooLarge(sizeMaxBytes: number): Result<never, Failure> {
  return err({ code: 'body_too_large', facts: { limit: sizeMaxBytes } });
}
