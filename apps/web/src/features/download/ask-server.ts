import type { Result } from '@coffer/kit';
import type { CircuitBreakers } from '../../lib/retry/circuit-breaker.ts';
import { retryUntilAvailable } from '../../lib/retry/retry-until-available.ts';
import type { PauseGate } from './pause-gate.ts';
import { type DownloadFailure, type DownloadPorts, DownloadError } from './ports.ts';

export type WaitingFor = 'store' | 'server' | 'sign_in';

/** Ports of one run of a download, which retries independently of other runs. */
export type RunPorts = DownloadPorts & {
  readonly breakers: CircuitBreakers;
  readonly gate: PauseGate;
  readonly onWait: (whom: WaitingFor) => void;
};

/**
 * Waits for an available server and for a session, because downloads run unattended. @throws {@link DownloadError}, or
 * the signal's reason.
 */
export async function askServer<T>(
  ports: RunPorts,
  signal: AbortSignal,
  call: () => Promise<Result<T, DownloadFailure>>,
): Promise<T> {
  const onWait = (failure: DownloadFailure): void => ports.onWait(waitingForOf(failure));
  const answer = await retryUntilAvailable({ ports, signal, onWait }, call);
  if (!answer.ok) throw new DownloadError(answer.error);
  return answer.value;
}

function waitingForOf({ code }: DownloadFailure): WaitingFor {
  if (code === 'not_signed_in') return 'sign_in';
  return code === 'store_unavailable' ? 'store' : 'server';
}
