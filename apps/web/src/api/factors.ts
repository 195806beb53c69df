import type {
  AddPasskeyRequest,
  OperationResponse,
  PreferFactorRequest,
  RenamePasskeyRequest,
  SetMessageFactorRequest,
  VerifyAuthenticatorRequest,
} from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import { withConfirmation } from './confirmation.ts';
import type { Query, QueryCache } from './query-cache.ts';

type Factors = OperationResponse<'getFactors'>;
type Passkeys = OperationResponse<'listPasskeys'>;

export function factorsQuery(): Query<Factors> {
  return { key: ['factors'], read: (signal) => callOrThrow('getFactors', { signal }) };
}

/** The secret is not cached: it leaves the memory with the component that shows it. */
export function startAuthenticator(): Promise<OperationResponse<'startAuthenticator'>> {
  return withConfirmation(() => callOrThrow('startAuthenticator'));
}

export async function verifyAuthenticator(
  cache: QueryCache,
  body: VerifyAuthenticatorRequest,
): Promise<void> {
  cache.set(factorsQuery(), await withConfirmation(() => callOrThrow('verifyAuthenticator', { body })));
}

export async function removeAuthenticator(cache: QueryCache): Promise<void> {
  cache.set(factorsQuery(), await withConfirmation(() => callOrThrow('removeAuthenticator')));
}

export async function setMessageFactor(cache: QueryCache, body: SetMessageFactorRequest): Promise<void> {
  cache.set(factorsQuery(), await withConfirmation(() => callOrThrow('setMessageFactor', { body })));
}

export async function preferFactor(cache: QueryCache, body: PreferFactorRequest): Promise<void> {
  cache.set(factorsQuery(), await withConfirmation(() => callOrThrow('preferFactor', { body })));
}

/** The codes are not cached either: they are shown this one time. */
export async function makeRecoveryCodes(cache: QueryCache): Promise<readonly string[]> {
  const { codes } = await withConfirmation(() => callOrThrow('makeRecoveryCodes'));
  await cache.refetch(factorsQuery());
  return codes;
}

export function passkeysQuery(): Query<Passkeys> {
  return { key: ['passkeys'], read: (signal) => callOrThrow('listPasskeys', { signal }) };
}

/** What the browser needs to make a passkey: PublicKeyCredentialCreationOptionsJSON as text. */
export async function startPasskey(): Promise<string> {
  return (await withConfirmation(() => callOrThrow('startPasskey'))).options;
}

export async function addPasskey(cache: QueryCache, body: AddPasskeyRequest): Promise<void> {
  cache.set(passkeysQuery(), await withConfirmation(() => callOrThrow('addPasskey', { body })));
}

export async function renamePasskey(
  cache: QueryCache,
  passkeyId: string,
  body: RenamePasskeyRequest,
): Promise<void> {
  cache.set(passkeysQuery(), await callOrThrow('renamePasskey', { params: { passkeyId }, body }));
}

export async function removePasskey(cache: QueryCache, passkeyId: string): Promise<void> {
  await withConfirmation(() => callOrThrow('removePasskey', { params: { passkeyId } }));
  await cache.refetch(passkeysQuery());
}
