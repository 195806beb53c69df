import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

/** Computes what follows from the rows: figures of spaces, event numbers, folder levels and missing ids of pictures. */
export async function computeRest(tx: Tx): Promise<void> {
  await sql`update space set
      used_bytes = coalesce(figures.used, 0), held_bytes = coalesce(figures.held, 0),
      purged_bytes = coalesce(figures.purged, 0), reserved_bytes = 0,
      event_sequence = coalesce((select max(sequence) from event where event.space_id = space.id), 0)
    from space each left join (
      select space_id,
        coalesce(sum(size_bytes) filter (where state = 'referenced'), 0)::bigint as used,
        coalesce(sum(size_bytes) filter (where state in ('unreferenced', 'quarantined') and purged_at is null), 0)::bigint
          as held,
        coalesce(sum(size_bytes) filter (where state in ('unreferenced', 'quarantined') and purged_at is not null), 0)::bigint
          as purged
      from blob group by space_id
    ) figures on figures.space_id = each.id
    where each.id = space.id`.execute(tx);
  await sql`update "user" set picture_id = gen_random_uuid()
    where picture_id is null and id in (select user_id from person_picture)`.execute(tx);
  await sql`
    with recursive above (space_id, id, levels) as (
      select space_id, parent_id, 1 from node where kind = 'folder' and parent_id is not null
      union
      select node.space_id, node.parent_id, above.levels + 1
      from above join node on node.space_id = above.space_id and node.id = above.id
      where node.parent_id is not null
    )
    update node set levels_below = most.levels
    from (select space_id, id, max(levels) as levels from above group by space_id, id) as most
    where node.space_id = most.space_id and node.id = most.id and node.levels_below <> most.levels`.execute(
    tx,
  );
}

export interface Stored {
  readonly key: string;
  readonly size_bytes: number;
  readonly sha256: string | null;
}

/** Lists objects in the order of keys, each once. */
export async function listStored(tx: Tx, after: string, limit: number): Promise<readonly Stored[]> {
  return await tx
    .selectFrom('blob')
    .distinctOn('key')
    .select(['key', 'size_bytes', 'sha256'])
    .where('state', '=', 'referenced')
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();
}

export async function countStored(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('blob')
    .select(sql<number>`count(distinct key)`.as('total'))
    .where('state', '=', 'referenced')
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The entries that refer to an object. */
export async function listEntriesOf(tx: Tx, key: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('blob')
    .select('id')
    .where('key', '=', key)
    .where('state', '=', 'referenced')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface Totals {
  readonly spaces: number;
  readonly people: number;
  readonly nodes: number;
  readonly versions: number;
  readonly bytes: number;
}

export async function countRebuilt(tx: Tx): Promise<Totals> {
  const { rows } = await sql<Totals>`select
    (select count(*) from space) as spaces, (select count(*) from "user" where status <> 'removed') as people,
    (select count(*) from node where parent_id is not null) as nodes, (select count(*) from version) as versions,
    (select coalesce(sum(used_bytes), 0)::bigint from space) as bytes`.execute(tx);
  const [totals] = rows;
  if (totals === undefined) throw new Error('the aggregate query returned no row');
  return totals;
}

/** Deletes the marks that triggers added for all rows, because the next snapshot contains these rows. */
export async function clearPending(tx: Tx): Promise<void> {
  await sql`truncate journal_pending`.execute(tx);
}
