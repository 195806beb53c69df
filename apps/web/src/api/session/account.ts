import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  DeleteAccountRequest,
  OperationResponse,
  UpdateProfileRequest,
  VerifyEmailRequest,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { deleteOnce } from '../calls/delete-once.ts';
import { withConfirmation } from './confirmation.ts';
import { factorsQuery } from './factors.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => callOrThrow('listSessions', { signal }),
  });
}

/** The sessions at one moment. Later sessions do not change the result. */
export function sessionsOfMomentQuery(moment: number) {
  return queryOptions({
    queryKey: ['sessions-of-moment', moment],
    queryFn: ({ signal }) => callOrThrow('listSessions', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function endDevice(cache: QueryCache, sessionId: string): Promise<void> {
  try {
    await deleteOnce('session_not_found', callOrThrow('endSession', { params: { sessionId } }));
  } finally {
    await invalidate(cache, sessionsQuery().queryKey);
  }
}

export async function endOtherDevices(cache: QueryCache): Promise<number> {
  const { ended } = await callOrThrow('endOtherSessions');
  await invalidate(cache, sessionsQuery().queryKey);
  return ended;
}

/** Returns how many other sessions were ended. */
export async function changePassword(cache: QueryCache, body: ChangePasswordRequest): Promise<number> {
  const { ended } = await callOrThrow('changePassword', { body });
  await invalidate(cache, sessionsQuery().queryKey);
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
  await invalidate(cache, factorsQuery().queryKey);
  return sent;
}

export async function verifyEmail(cache: QueryCache, body: VerifyEmailRequest): Promise<void> {
  await callOrThrow('verifyEmail', { body });
  await invalidate(cache, factorsQuery().queryKey);
}

export async function keepEmail(cache: QueryCache): Promise<void> {
  await callOrThrow('keepEmail');
  await invalidate(cache, factorsQuery().queryKey);
}

export async function deleteAccount(body: DeleteAccountRequest): Promise<void> {
  await withConfirmation(() => callOrThrow('deleteAccount', { body }));
}
