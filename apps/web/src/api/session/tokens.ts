import type { ApiToken, CreatedToken, CreateTokenRequest } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { withConfirmation } from './confirmation.ts';

export function tokensQuery() {
  return queryOptions({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => callOrThrow('listTokens', { signal }),
  });
}

export async function createToken(cache: QueryCache, body: CreateTokenRequest): Promise<CreatedToken> {
  const created = await withConfirmation(() => callOrThrow('createToken', { body }));
  await invalidate(cache, tokensQuery().queryKey);
  return created;
}

export async function deleteToken(cache: QueryCache, { id }: ApiToken): Promise<void> {
  await callOrThrow('deleteToken', { params: { tokenId: id } });
  await invalidate(cache, tokensQuery().queryKey);
}
