import type { OperationResponse, VerifyAuthenticatorRequest } from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import type { Query, QueryCache } from './query-cache.ts';

type Factors = OperationResponse<'getFactors'>;

export function factorsQuery(): Query<Factors> {
  return { key: ['factors'], read: (signal) => callOrThrow('getFactors', { signal }) };
}

/** The secret is not cached: it leaves the memory with the component that shows it. */
export function startAuthenticator(): Promise<OperationResponse<'startAuthenticator'>> {
  return callOrThrow('startAuthenticator');
}

export async function verifyAuthenticator(
  cache: QueryCache,
  body: VerifyAuthenticatorRequest,
): Promise<void> {
  cache.set(factorsQuery(), await callOrThrow('verifyAuthenticator', { body }));
}

export async function removeAuthenticator(cache: QueryCache): Promise<void> {
  cache.set(factorsQuery(), await callOrThrow('removeAuthenticator'));
}
