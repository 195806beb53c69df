import { SECOND_MS } from '@coffer/kit';

export interface RetryPolicy {
  readonly triesMax: number;
  readonly firstPauseMs: number;
  readonly pauseMaxMs: number;
}

/** Covers about a minute, enough for a restart of the server or a change of networks. */
export const RETRY_POLICY: RetryPolicy = {
  triesMax: 9,
  firstPauseMs: SECOND_MS / 2,
  pauseMaxMs: 30 * SECOND_MS,
};

/** Doubles with each attempt, with random jitter so that many clients do not return at the same time. */
export function pauseBefore(tries: number, policy: RetryPolicy): number {
  const longest = Math.min(policy.pauseMaxMs, policy.firstPauseMs * 2 ** (tries - 1));
  return longest * (0.5 + Math.random() / 2);
}

/** Rejects with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const abort = (): void => reject(signal.reason);
  const timer = setTimeout(() => resolve(undefined), ms);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
