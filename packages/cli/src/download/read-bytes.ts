import { LIMITS } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { ApiFailure, isFailure } from '../api/api-failure.ts';
import { isCertificateError } from '../api/certificate-error.ts';
import { pause, pauseBefore, RETRY_POLICY } from '../api/retry.ts';
import type { Context } from '../context.ts';
import type { RemoteContent } from '../remote/contents.ts';

const STALL_MS = 2 * MINUTE_MS;

/** Renews a URL before it expires, because clocks differ. */
const ADDRESS_LIFE_MS = LIMITS.downloadUrlLifeMs - MINUTE_MS;

type Needs = Pick<Context, 'client' | 'signal'>;

/** Reads the bytes of a version from an offset. After a lost connection it continues where that broke off. */
export async function* readBytes(
  context: Needs,
  content: RemoteContent,
  from: number,
): AsyncGenerator<Uint8Array> {
  let at = from;
  let tries = 0;
  let known = Date.now() - content.signedAtMs < ADDRESS_LIFE_MS ? content.url : undefined;
  while (at < content.sizeBytes) {
    try {
      const url = known ?? (await sign(context, content));
      known = undefined;
      for await (const piece of request(context, url, at)) {
        at += piece.length;
        tries = 0;
        if (at > content.sizeBytes) throw new ApiFailure('checksum_mismatch');
        yield piece;
      }
      if (at < content.sizeBytes) throw new ApiFailure('store_unreachable');
    } catch (error) {
      context.signal.throwIfAborted();
      tries += 1;
      const isTemporary = isFailure(error, 'store_unreachable', 'store_unavailable');
      if (!isTemporary || tries >= RETRY_POLICY.triesMax) throw error;
      await pause(pauseBefore(tries, RETRY_POLICY), context.signal);
    }
  }
}

async function sign({ client }: Needs, { nodeId, versionId }: RemoteContent): Promise<string> {
  const query = { as: 'json', versionId };
  return (await client.call('getContent', { params: { nodeId }, query })).url;
}

async function* request({ signal }: Needs, url: string, from: number): AsyncGenerator<Uint8Array> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALL_MS);
  try {
    const response = await fetch(url, {
      headers: { range: `bytes=${from}-`, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: AbortSignal.any([signal, stalled.signal]),
    });
    if (response.status !== 206 && !(response.status === 200 && from === 0)) {
      await response.body?.cancel();
      const isOverloaded = response.status >= 500 || response.status === 429;
      throw new ApiFailure(isOverloaded ? 'store_unavailable' : 'store_refused', { status: response.status });
    }
    for await (const piece of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), STALL_MS);
      yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (isCertificateError(error)) throw new ApiFailure('store_untrusted');
    if (error instanceof TypeError || error instanceof DOMException)
      throw new ApiFailure('store_unreachable');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
