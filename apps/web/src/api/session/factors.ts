import type {
  AddPasskeyRequest,
  OperationResponse,
  PreferFactorRequest,
  RenamePasskeyRequest,
  SetMessageFactorRequest,
  VerifyAuthenticatorRequest,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { withConfirmation } from './confirmation.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

export function factorsQuery() {
  return queryOptions({
    queryKey: ['factors'],
    queryFn: ({ signal }) => callOrThrow('getFactors', { signal }),
  });
}

/** Not cached, because the result is a secret. */
export function startAuthenticator(): Promise<OperationResponse<'startAuthenticator'>> {
  return withConfirmation(() => callOrThrow('startAuthenticator'));
}

export async function verifyAuthenticator(
  cache: QueryCache,
  body: VerifyAuthenticatorRequest,
): Promise<void> {
  cache.setQueryData(
    factorsQuery().queryKey,
    await withConfirmation(() => callOrThrow('verifyAuthenticator', { body })),
  );
}

export async function removeAuthenticator(cache: QueryCache): Promise<void> {
  cache.setQueryData(
    factorsQuery().queryKey,
    await withConfirmation(() => callOrThrow('removeAuthenticator')),
  );
}

export async function setMessageFactor(cache: QueryCache, body: SetMessageFactorRequest): Promise<void> {
  cache.setQueryData(
    factorsQuery().queryKey,
    await withConfirmation(() => callOrThrow('setMessageFactor', { body })),
  );
}

export async function preferFactor(cache: QueryCache, body: PreferFactorRequest): Promise<void> {
  cache.setQueryData(
    factorsQuery().queryKey,
    await withConfirmation(() => callOrThrow('preferFactor', { body })),
  );
}

/** Not cached, because the codes are shown only once. */
export async function makeRecoveryCodes(cache: QueryCache): Promise<readonly string[]> {
  const { codes } = await withConfirmation(() => callOrThrow('makeRecoveryCodes'));
  await invalidate(cache, factorsQuery().queryKey);
  return codes;
}

export function passkeysQuery() {
  return queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => callOrThrow('listPasskeys', { signal }),
  });
}

/** Returns PublicKeyCredentialCreationOptionsJSON as text. */
export async function startPasskey(): Promise<string> {
  return (await withConfirmation(() => callOrThrow('startPasskey'))).options;
}

export async function addPasskey(cache: QueryCache, body: AddPasskeyRequest): Promise<void> {
  cache.setQueryData(
    passkeysQuery().queryKey,
    await withConfirmation(() => callOrThrow('addPasskey', { body })),
  );
}

export async function renamePasskey(
  cache: QueryCache,
  passkeyId: string,
  body: RenamePasskeyRequest,
): Promise<void> {
  cache.setQueryData(
    passkeysQuery().queryKey,
    await callOrThrow('renamePasskey', { params: { passkeyId }, body }),
  );
}

export async function removePasskey(cache: QueryCache, passkeyId: string): Promise<void> {
  await withConfirmation(() => callOrThrow('removePasskey', { params: { passkeyId } }));
  await invalidate(cache, passkeysQuery().queryKey);
}
