import type { ApiToken, CreatedToken, CreateTokenRequest } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { deleteOnce } from '../calls/delete-once.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { withConfirmation } from './confirmation.ts';

export function tokensQuery() {
  return queryOptions({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => callOrThrow('listTokens', { signal }),
  });
}

const SOON_MS = 14 * DAY_MS;

/** `soon` means within two weeks. */
export function endOfToken({ expiresAt }: Pick<ApiToken, 'expiresAt'>, now: Date): 'over' | 'soon' | 'later' {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  if (leftMs <= 0) return 'over';
  return leftMs <= SOON_MS ? 'soon' : 'later';
}

export async function createToken(cache: QueryCache, body: CreateTokenRequest): Promise<CreatedToken> {
  const created = await withConfirmation(() => callOrThrow('createToken', { body }));
  await invalidate(cache, tokensQuery().queryKey);
  return created;
}

export async function deleteToken(cache: QueryCache, { id }: ApiToken): Promise<void> {
  try {
    await deleteOnce('token_not_found', callOrThrow('deleteToken', { params: { tokenId: id } }));
  } finally {
    await invalidate(cache, tokensQuery().queryKey);
  }
}
