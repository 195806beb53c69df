import type { OperationResponse, SessionView, SignedOut } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { call } from './client.ts';
import type { ApiError } from './error.ts';

export type SignedIn = Extract<SessionView, { state: 'signed_in' }>;

/** Who is asking. The composition root holds the answer; everything below gets it as a property. */
export function getSession(signal?: AbortSignal): Promise<Result<SessionView, ApiError>> {
  return call('getSession', { signal });
}

/** Whether the session still stands, and whose it is. No use of it: a page asks by itself. */
export function getStanding(): Promise<Result<OperationResponse<'getStanding'>, ApiError>> {
  return call('getStanding');
}

export function signOut(): Promise<Result<SignedOut, ApiError>> {
  return call('signOut');
}
