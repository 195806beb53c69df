import { err, ok, type Result } from '@coffer/kit';
import type { TransferFailure } from '../model/machine.ts';
import { type RetryPorts, retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { TransferPorts } from './ports.ts';

interface WithCode {
  readonly ports: RetryPorts & Pick<TransferPorts, 'reachServer'>;
  readonly signal: AbortSignal;
}

/**
 * Runs work that rejects if its code (a module or a worker) cannot be loaded. Like a call, it waits while the server is
 * unreachable, and rejects with the signal's reason when aborted.
 */
export async function runWithCode<T>(
  { ports, signal }: WithCode,
  run: () => Promise<T>,
): Promise<Result<T, TransferFailure>> {
  const attempt = async (): Promise<Result<T, TransferFailure>> => {
    const [end] = await Promise.allSettled([run()]);
    if (end.status === 'fulfilled') return ok(end.value);
    signal.throwIfAborted();
    const reached = await ports.reachServer(signal);
    return reached.ok ? err({ code: 'internal' }) : reached;
  };
  return await retryUntilAvailable({ ports, signal }, attempt, () => true);
}
