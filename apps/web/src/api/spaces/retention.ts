import type { OperationInput, RetentionKey, SpaceId, SpaceRetention } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';
import { spaceKeys } from '../spaces.ts';

/** Who asks: a member of the space, or an administrator of all spaces. */
export type RetentionSide = 'member' | 'administrator';
export type RetentionValues = Readonly<Record<RetentionKey, number>>;
export type RetentionChange = OperationInput<'changeSpaceRetention', 'body'>;

export function retentionQuery(spaceId: SpaceId, side: RetentionSide) {
  const operation = side === 'member' ? 'getSpaceRetention' : 'getAdminRetention';
  return queryOptions({
    queryKey: [...spaceKeys.all, 'retention', spaceId, side] as const,
    queryFn: ({ signal }) => callOrThrow(operation, { params: { spaceId }, signal }),
    // A form must not begin with what held when it was open last.
    gcTime: 0,
  });
}

/** How much these values would delete. */
export function retentionEffectQuery(spaceId: SpaceId, side: RetentionSide, values: RetentionValues) {
  const operation = side === 'member' ? 'countRetentionEffect' : 'countAdminRetentionEffect';
  const query = {
    trashDays: String(values.trashDays),
    versionsKept: String(values.versionsKept),
    versionDays: String(values.versionDays),
  };
  return queryOptions({
    queryKey: [...spaceKeys.all, 'retention-effect', spaceId, side, query] as const,
    queryFn: ({ signal }) => callOrThrow(operation, { params: { spaceId }, query, signal }),
    gcTime: 0,
  });
}

export async function changeRetention(
  cache: QueryCache,
  { spaceId, side }: { readonly spaceId: SpaceId; readonly side: RetentionSide },
  { revision, change }: { readonly revision: number; readonly change: RetentionChange },
): Promise<SpaceRetention> {
  const operation = side === 'member' ? 'changeSpaceRetention' : 'changeAdminRetention';
  try {
    return await callOrThrow(operation, { params: { spaceId }, revision, body: change });
  } finally {
    // The trash and the versions show until when they are kept.
    await Promise.all([
      invalidate(cache, spaceKeys.all),
      invalidate(cache, [...nodeKeys.all, 'trash', spaceId]),
      invalidate(cache, [...nodeKeys.all, 'trash-summary', spaceId]),
      invalidate(cache, [...nodeKeys.all, 'versions']),
      invalidate(cache, ['administration', 'spaces']),
    ]);
  }
}
