import { MINUTE_MS, type Result } from '@coffer/kit';
import type { Gate, Gates } from './gate.ts';
import type { TransferFailure } from './machine.ts';
import type { TransferPorts } from './ports.ts';

const REFUSED_MAX = 6;
/** While others are answered there. A way that is gone for all is not counted, however long that takes. */
const UNLUCKY_MAX = 12;
const RETRY_AFTER_MAX_MS = 2 * MINUTE_MS;

export interface Patient {
  readonly ports: Pick<TransferPorts, 'signedIn' | 'sleep'> & { readonly gates: Gates };
  readonly signal: AbortSignal;
  /** Where the call goes: to the server, when nothing else is said. */
  readonly gate?: Gate;
}

/**
 * Repeats a call while its failure is one that passes, however long that takes, and never before the server wants it, as long as that is not
 * absurd. What `isWorthRepeating` is repeated as well, but not for ever. A session that has ended fails nothing: the call waits until its
 * person is back. Rejects with the signal's reason when aborted.
 */
export async function patiently<T>(
  { ports, signal, gate = ports.gates.server }: Patient,
  call: () => Promise<Result<T, TransferFailure>>,
  isWorthRepeating?: (failure: TransferFailure) => boolean,
): Promise<Result<T, TransferFailure>> {
  let unlucky = 0;
  for (let refused = 0; ; ) {
    const isOpen = await gate.pass(signal, unlucky);
    const answer = await call();
    signal.throwIfAborted();
    const failure = answer.ok ? undefined : answer.error;
    if (isOpen) unlucky += 1;
    if (failure !== undefined && isPassing(failure) && unlucky < UNLUCKY_MAX) {
      gate.shut(failure);
      await ports.sleep(Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS), signal);
      continue;
    }
    gate.open();
    if (failure?.code === 'not_signed_in') {
      await ports.signedIn(signal);
      unlucky = 0;
      continue;
    }
    refused += 1;
    if (failure === undefined || refused === REFUSED_MAX || !isWorthRepeating?.(failure)) return answer;
  }
}

/** True for failures that pass by themselves: also where the answer was lost, or a proxy gave one of its own that blames not the question. */
export function isPassing({ code, status = 0 }: TransferFailure): boolean {
  return (
    (status < 400 || status > 428) &&
    /^(offline|timed_out|unreadable_answer|rate_limited|network|.*_unavailable)$/.test(code)
  );
}
