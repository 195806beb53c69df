import {
  LIMITS,
  type NodeId,
  type OperationResponse,
  type SpaceId,
  type TrashSort,
  type TrashSummary,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, callOrThrow } from '../calls/client.ts';
import { nodeKeys, type Stretch } from '../nodes.ts';

export interface TrashSorting {
  readonly sort: TrashSort;
  readonly order: 'asc' | 'desc';
}

export function trashQuery(spaceId: SpaceId, { sort, order }: TrashSorting, { at, limit }: Stretch) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'trash', spaceId, sort, order, at, limit] as const,
    queryFn: ({ signal }) =>
      callOrThrow('listTrash', {
        params: { spaceId },
        query: { sort, order, at: String(at), limit: String(limit) },
        signal,
      }),
  });
}

export function trashSummaryQuery(spaceId: SpaceId) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'trash-summary', spaceId] as const,
    queryFn: ({ signal }) => callOrThrow('getTrashSummary', { params: { spaceId }, signal }),
  });
}

/** Undefined when it cannot be known. */
export async function fetchTrashSummary(spaceId: SpaceId): Promise<TrashSummary | undefined> {
  const summary = await call('getTrashSummary', { params: { spaceId } });
  return summary.ok ? summary.value : undefined;
}

interface Purged {
  /** Ids that are gone, also by somebody else's deletion. */
  readonly ids: readonly NodeId[];
  readonly refused: number;
  readonly unfinished: number;
}

export async function purgeInBatches(ids: readonly NodeId[]): Promise<Purged> {
  const gone: NodeId[] = [];
  let refused = 0;
  let unfinished = 0;
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const result = await callOrThrow('purgeNodes', { body: { ids: ids.slice(at, at + LIMITS.batchMax) } });
    ({ unfinished } = result);
    for (const item of result.items) {
      if (item.ok || item.code === 'node_not_found') gone.push(item.id);
      else refused += 1;
    }
  }
  return { ids: gone, refused, unfinished };
}

/** Keeps what was moved to the trash after `trashedUntil`. */
export function emptyTrash(
  spaceId: SpaceId,
  trashedUntil: string | undefined,
): Promise<OperationResponse<'emptyTrash'>> {
  return callOrThrow('emptyTrash', {
    params: { spaceId },
    body: trashedUntil === undefined ? {} : { trashedUntil },
  });
}
