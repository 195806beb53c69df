import { err, KIB, ok, type Result } from '@coffer/kit';

/** The largest valid request, a passkey response, takes less than a quarter of this. */
export const BODY_SIZE_BYTES_MAX = 128 * KIB;

export async function readBody(
  request: Request,
): Promise<Result<Buffer, { readonly code: 'body_too_large' }>> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > BODY_SIZE_BYTES_MAX) return err({ code: 'body_too_large' });
  if (declared !== null) {
    // Faster than a stream. HTTP limits the body to its declared length.
    const whole = Buffer.from(await request.arrayBuffer());
    return whole.length > BODY_SIZE_BYTES_MAX ? err({ code: 'body_too_large' }) : ok(whole);
  }
  if (request.body === null) return ok(Buffer.alloc(0));
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > BODY_SIZE_BYTES_MAX) return err({ code: 'body_too_large' });
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}
