import type { Result } from '@coffer/kit';
import { type DownloadFailure, type DownloadPorts, DownloadStopped } from './ports.ts';

const TRIES_MAX = 7;
const BACKOFF_FIRST_MS = 400;
const BACKOFF_MAX_MS = 15_000;
const RETRY_AFTER_MAX_MS = 60_000;
/** Failures that pass by themselves: also where the answer was lost, or a proxy gave one of its own. */
const PASSING = new Set([
  'offline',
  'timed_out',
  'unreadable_answer',
  'rate_limited',
  'store_unavailable',
  'database_unavailable',
  'pool_unavailable',
]);

export type Patience = Pick<DownloadPorts, 'sleep' | 'online' | 'signedIn' | 'random'>;

/**
 * Repeats a call while its failure is one that passes. A session that has ended fails nothing: the call waits until its person is back.
 * Rejects with {@link DownloadStopped}, or with the signal's reason.
 */
export async function patiently<T>(
  ports: Patience,
  signal: AbortSignal,
  call: () => Promise<Result<T, DownloadFailure>>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    await ports.online(signal);
    const answer = await call();
    signal.throwIfAborted();
    if (answer.ok) return answer.value;
    if (answer.error.code === 'not_signed_in') {
      await ports.signedIn(signal);
      tries = 0;
    } else if (PASSING.has(answer.error.code) && tries < TRIES_MAX) {
      await pause(ports, { tries, atLeastMs: answer.error.retryAfterMs }, signal);
    } else throw new DownloadStopped(answer.error);
  }
}

/** Full jitter: between zero and an upper bound that doubles; never shorter than the server wants, as long as that is not absurd. */
export async function pause(
  { sleep, random }: Patience,
  { tries, atLeastMs = 0 }: { readonly tries: number; readonly atLeastMs?: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  const backoff = random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** tries);
  await sleep(Math.max(backoff, Math.min(atLeastMs, RETRY_AFTER_MAX_MS)), signal);
}

export function isLastTry(tries: number): boolean {
  return tries >= TRIES_MAX;
}
