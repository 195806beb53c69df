import { SECOND_MS } from '@coffer/kit';
import { fetchFileBytes } from '../../../api/file-bytes.ts';
import { backoffMs } from '../../../lib/retry/backoff.ts';
import { sleep, untilOnline } from '../../../lib/waiting.ts';
import type { FreshUrl } from './fresh-url.ts';

const RETRIES_MAX = 4;
const BACKOFF = { firstMs: SECOND_MS, maxMs: 8 * SECOND_MS, jitter: 0.5 };

interface RangeRequest {
  readonly freshUrl: FreshUrl;
  /** First and last byte position, inclusive. */
  readonly range: readonly [first: number, last: number];
  readonly signal: AbortSignal;
}

/** Fetches a part of an open file. Waits until the browser is online, and rejects after several failures. */
export async function fetchRange({
  freshUrl,
  range,
  signal,
}: RangeRequest): Promise<Uint8Array<ArrayBuffer>> {
  for (let retry = 0; ; retry += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt follows the last
    const [read] = await Promise.allSettled([
      untilOnline(signal).then(async () => await fetchFileBytes(await freshUrl(), { range, signal })),
    ]);
    if (read.status === 'fulfilled') return read.value;
    signal.throwIfAborted();
    if (retry === RETRIES_MAX)
      throw new Error('a part of the file cannot be fetched', { cause: read.reason });
    await sleep(backoffMs(BACKOFF, retry), signal);
  }
}
