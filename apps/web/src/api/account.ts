import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  DeleteAccountRequest,
  OperationResponse,
  UpdateProfileRequest,
  VerifyEmailRequest,
} from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import { withConfirmation } from './confirmation.ts';
import { factorsQuery } from './factors.ts';
import type { Query, QueryCache } from './query-cache.ts';

// Calls of somebody who is signed in, about their own account.

type Sessions = OperationResponse<'listSessions'>;

export function sessionsQuery(): Query<Sessions> {
  return { key: ['sessions'], read: (signal) => callOrThrow('listSessions', { signal }) };
}

/** The sessions of one moment: asked for once, so that those which begin later do not join them. */
export function sessionsOfMomentQuery(moment: number): Query<Sessions> {
  return {
    ...sessionsQuery(),
    key: ['sessions-of-moment', moment],
    freshMs: Number.POSITIVE_INFINITY,
    keptMs: 0,
  };
}

export async function endDevice(cache: QueryCache, sessionId: string): Promise<void> {
  await callOrThrow('endSession', { params: { sessionId } });
  await cache.refetch(sessionsQuery());
}

export async function endOtherDevices(cache: QueryCache): Promise<number> {
  const { ended } = await callOrThrow('endOtherSessions');
  await cache.refetch(sessionsQuery());
  return ended;
}

/** How many other devices were signed out with it. */
export async function changePassword(cache: QueryCache, body: ChangePasswordRequest): Promise<number> {
  const { ended } = await callOrThrow('changePassword', { body });
  await cache.invalidate(sessionsQuery().key);
  return ended;
}

export async function updateProfile(body: UpdateProfileRequest): Promise<void> {
  await callOrThrow('updateProfile', { body });
}

export async function changeEmail(
  cache: QueryCache,
  body: ChangeEmailRequest,
): Promise<OperationResponse<'changeEmail'>> {
  const sent = await withConfirmation(() => callOrThrow('changeEmail', { body }));
  await cache.invalidate(factorsQuery().key);
  return sent;
}

export async function verifyEmail(cache: QueryCache, body: VerifyEmailRequest): Promise<void> {
  await callOrThrow('verifyEmail', { body });
  await cache.invalidate(factorsQuery().key);
}

/** The new address is not wanted after all. */
export async function keepEmail(cache: QueryCache): Promise<void> {
  await callOrThrow('keepEmail');
  await cache.invalidate(factorsQuery().key);
}

export async function deleteAccount(body: DeleteAccountRequest): Promise<void> {
  await withConfirmation(() => callOrThrow('deleteAccount', { body }));
}
