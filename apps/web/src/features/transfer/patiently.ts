import type { Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import type { TransferPorts } from './ports.ts';
import { isPassing, pauseMs } from './send-part.ts';

const TRIES_MAX = 6;
const BACKOFF_MS = 500;

/** Repeats a call while its failure is one that passes. Rejects with the signal's reason when aborted. */
export async function patiently<T>(
  run: { readonly ports: Pick<TransferPorts, 'online' | 'sleep' | 'random'>; readonly signal: AbortSignal },
  call: () => Promise<Result<T, TransferFailure>>,
): Promise<Result<T, TransferFailure>> {
  const { ports, signal } = run;
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    await ports.online(signal);
    const answer = await call();
    signal.throwIfAborted();
    if (answer.ok || !isPassing(answer.error) || tries === TRIES_MAX) return answer;
    await ports.sleep(pauseMs(answer.error, ports.random() * BACKOFF_MS * 2 ** tries), signal);
  }
}
