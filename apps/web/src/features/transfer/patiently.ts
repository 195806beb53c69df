import type { Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import type { TransferPorts } from './ports.ts';
import { isPassing, pauseMs } from './send-part.ts';

const TRIES_MAX = 6;
const BACKOFF_MS = 500;

export interface Patient {
  readonly ports: Pick<TransferPorts, 'online' | 'signedIn' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
}

/**
 * Repeats a call while its failure is one that passes. A session that has ended fails nothing: the call waits until its person is
 * back. Rejects with the signal's reason when aborted.
 */
export async function patiently<T>(
  { ports, signal }: Patient,
  call: () => Promise<Result<T, TransferFailure>>,
): Promise<Result<T, TransferFailure>> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    await ports.online(signal);
    const answer = await call();
    signal.throwIfAborted();
    if (answer.ok) return answer;
    if (answer.error.code === 'not_signed_in') {
      await ports.signedIn(signal);
      tries = 0;
      continue;
    }
    if (!isPassing(answer.error) || tries === TRIES_MAX) return answer;
    await ports.sleep(pauseMs(answer.error, ports.random() * BACKOFF_MS * 2 ** tries), signal);
  }
}
