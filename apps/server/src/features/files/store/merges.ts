import type { MergeEffect } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { NodeRow } from '../model.ts';
import { columnsOf } from './nodes.ts';

export async function listLivingChildren(
  tx: Tx,
  folder: Pick<NodeRow, 'space_id' | 'id'>,
): Promise<readonly NodeRow[]> {
  const query = sql<NodeRow>`
    select ${columnsOf('node')} from node
    where space_id = ${folder.space_id} and parent_id = ${folder.id} and trashed_at is null
    order by kind desc, name_sort, id`;
  return (await query.execute(tx)).rows;
}

interface Pair {
  readonly source: Pick<NodeRow, 'space_id' | 'id'>;
  readonly existing: Pick<NodeRow, 'space_id' | 'id'>;
}

/** The maximum number of folders merged at once. Each takes several statements under the lock of its space. */
export const MERGED_FOLDERS_MAX = 1_000;

/**
 * The effect of each merge by source id, from the folders with a counterpart and their direct items. Returns undefined
 * if there are more items than `limit`, or more than `MERGED_FOLDERS_MAX` folders, in total.
 */
export async function measureMerges(
  tx: Tx,
  { pairs, limit }: { readonly pairs: readonly Pair[]; readonly limit: number },
): Promise<ReadonlyMap<string, MergeEffect> | undefined> {
  if (pairs.length === 0) return new Map();
  const query = sql<MergeEffect & { readonly id: string; readonly met: number; readonly folders: number }>`
    with recursive pair (root_id, from_space, from_id, to_space, to_id) as (
      select from_id, from_space, from_id, to_space, to_id from unnest(
        ${pairs.map(({ source }) => source.space_id)}::uuid[], ${pairs.map(({ source }) => source.id)}::uuid[],
        ${pairs.map(({ existing }) => existing.space_id)}::uuid[], ${pairs.map(({ existing }) => existing.id)}::uuid[]
      ) as asked (from_space, from_id, to_space, to_id)
      union all
      select pair.root_id, pair.from_space, inner_pair.from_id, pair.to_space, inner_pair.to_id
      from pair cross join lateral (
        select child.id as from_id, other.id as to_id from (
          select id, name_key from node where node.space_id = pair.from_space and node.parent_id = pair.from_id
            and node.kind = 'folder' and node.trashed_at is null offset 0
        ) as child cross join lateral (
          select id, kind from node where node.space_id = pair.to_space and node.parent_id = pair.to_id
            and node.name_key = child.name_key and node.trashed_at is null limit 1
        ) as other where other.kind = 'folder'
      ) as inner_pair
    ),
    visited as materialized (select * from pair limit ${MERGED_FOLDERS_MAX + 1}),
    met as materialized (
      select visited.root_id, child.kind, other.kind as other_kind
      from visited cross join lateral (
        select kind, name_key from node where node.space_id = visited.from_space and node.parent_id = visited.from_id
          and node.trashed_at is null offset 0
      ) as child left join lateral (
        select kind from node where node.space_id = visited.to_space and node.parent_id = visited.to_id
          and node.name_key = child.name_key and node.trashed_at is null limit 1
      ) as other on true
      limit ${limit + 1}
    )
    select asked.id, count(met.kind)::int as met, count(met.kind) filter (where not are_folders)::int as items,
      count(met.other_kind) filter (where not are_folders)::int as taken,
      (select count(*)::int from visited) as folders
    from unnest(${pairs.map(({ source }) => source.id)}::uuid[]) as asked (id)
    left join (select *, kind = 'folder' and coalesce(other_kind, '') = 'folder' as are_folders from met) as met
      on met.root_id = asked.id
    group by asked.id`;
  const { rows } = await query.execute(tx);
  const total = rows.reduce((sum, { met }) => sum + met, 0);
  if (total > limit || rows.some(({ folders }) => folders > MERGED_FOLDERS_MAX)) return undefined;
  return new Map(rows.map(({ id, items, taken }) => [id, { items, taken }]));
}
