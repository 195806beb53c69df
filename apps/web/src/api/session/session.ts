import type { OperationResponse, SessionView, SignedOut } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { call } from '../calls/client.ts';
import type { ApiError } from '../calls/error.ts';

export type SignedIn = Extract<SessionView, { state: 'signed_in' }>;

/** Call only from the composition root. */
export function getSession(signal?: AbortSignal): Promise<Result<SessionView, ApiError>> {
  return call('getSession', { signal });
}

/** Does not count as activity of the session, because pages poll it. */
export function getSessionStatus(): Promise<Result<OperationResponse<'getSessionStatus'>, ApiError>> {
  return call('getSessionStatus');
}

/** False for 5xx: a gateway without a backend returns 502, 503 or 504. */
export async function isServerReachable(): Promise<boolean> {
  const status = await getSessionStatus();
  return status.ok || (status.error.status ?? 500) < 500;
}

export function signOut(): Promise<Result<SignedOut, ApiError>> {
  return call('signOut');
}
