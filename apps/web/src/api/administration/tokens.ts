import type { AdminPerson } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

type PersonId = AdminPerson['id'];

export function tokensOfQuery(personId: PersonId) {
  return queryOptions({
    queryKey: ['administration', 'tokens', personId],
    queryFn: ({ signal }) => callOrThrow('listPersonTokens', { params: { personId }, signal }),
  });
}

export async function revokeToken(cache: QueryCache, personId: PersonId, tokenId: string): Promise<void> {
  await callOrThrow('revokeToken', { params: { personId, tokenId } });
  await invalidate(cache, tokensOfQuery(personId).queryKey);
}

export async function revokeTokens(cache: QueryCache, personId: PersonId): Promise<void> {
  await callOrThrow('revokeTokens', { params: { personId } });
  await invalidate(cache, tokensOfQuery(personId).queryKey);
}
