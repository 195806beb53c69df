import { MINUTE_MS, type Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import type { TransferPorts } from './ports.ts';

const TRIES_MAX = 6;
const BACKOFF_MS = 500;
const RETRY_AFTER_MAX_MS = 2 * MINUTE_MS;

export interface Patient {
  readonly ports: Pick<TransferPorts, 'online' | 'signedIn' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
}

/**
 * Repeats a call while its failure is one that passes, after a pause between zero and an upper bound that doubles, and never before the
 * server wants it, as long as that is not absurd. A session that has ended fails nothing: the call waits until its person is back.
 * Rejects with the signal's reason when aborted.
 */
export async function patiently<T>(
  { ports, signal }: Patient,
  call: () => Promise<Result<T, TransferFailure>>,
  isWorthRepeating = isPassing,
): Promise<Result<T, TransferFailure>> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    await ports.online(signal);
    const answer = await call();
    signal.throwIfAborted();
    if (answer.ok) return answer;
    const { code, retryAfterMs = 0 } = answer.error;
    if (code === 'not_signed_in') {
      await ports.signedIn(signal);
      tries = 0;
      continue;
    }
    if (!isWorthRepeating(answer.error) || tries === TRIES_MAX) return answer;
    const backoffMs = ports.random() * BACKOFF_MS * 2 ** tries;
    await ports.sleep(Math.max(backoffMs, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)), signal);
  }
}

/** True for failures that pass by themselves: also where the answer was lost, or a proxy gave one of its own. */
export function isPassing({ code }: TransferFailure): boolean {
  return [
    'offline',
    'timed_out',
    'unreadable_answer',
    'rate_limited',
    'store_unavailable',
    'database_unavailable',
    'pool_unavailable',
    'network',
  ].includes(code);
}
