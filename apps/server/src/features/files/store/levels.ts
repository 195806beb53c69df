import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { NodeAccess, NodeRow } from '../model.ts';

/**
 * Records that the folder `place` has `levels` levels below it. Most parents already have a number that is high enough.
 */
export async function raiseLevels(
  tx: Tx,
  { place, levels }: { readonly place: NodeAccess; readonly levels: number },
): Promise<void> {
  const above = [...place.ancestors, place.node].toReversed();
  const raised = above
    .map((folder, distance) => ({ folder, levels: levels + distance }))
    .filter(({ folder, levels: needed }) => folder.levels_below < needed);
  if (raised.length === 0) return;
  await sql`
    update node set levels_below = greatest(node.levels_below, needed.levels)
    from unnest(${raised.map(({ folder }) => folder.id)}::uuid[], ${raised.map((each) => each.levels)}::smallint[])
      as needed (id, levels)
    where node.space_id = ${place.node.space_id} and node.id = needed.id`.execute(tx);
}

/** Counts the levels by visiting all folders below, and stores the result. */
export async function countLevels(tx: Tx, folder: Pick<NodeRow, 'space_id' | 'id'>): Promise<number> {
  const query = sql<{ readonly levels_below: number }>`
    with recursive below (id, level) as (
      select ${folder.id}::uuid, 0
      union all
      select node.id, below.level + 1
      from below cross join lateral (
        select id from node
        where space_id = ${folder.space_id} and parent_id = below.id and kind = 'folder' offset 0
      ) as node
    )
    update node set levels_below = (select max(level) from below)
    where space_id = ${folder.space_id} and id = ${folder.id}
    returning levels_below`;
  return (await query.execute(tx)).rows[0]?.levels_below ?? 0;
}
