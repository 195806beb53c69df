import { type Kysely, sql } from 'kysely';

/**
 * Purged objects get a figure of their own, which the quota does not count. An object that was a file has an etag, so
 * objects already in quarantine are sorted by it.
 *
 * Locks `space` and `blob` to add columns without a rewrite, and blocks writers of `node` while three small partial
 * indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table space add column purged_bytes bigint not null default 0 check (purged_bytes >= 0)',
  'alter table blob add column purged_at timestamptz',
  `update blob set purged_at = updated_at where state = 'quarantined' and etag is not null`,
  `update space set held_bytes = held_bytes - purged.bytes, purged_bytes = purged.bytes
    from (select space_id, sum(size_bytes)::bigint as bytes from blob
      where state = 'quarantined' and purged_at is not null group by space_id) purged
    where purged.space_id = space.id`,
  'create index node_purging on node (space_id, kind, id) where purge_began_at is not null',
  `create index node_trash_by_name on node (space_id, name_sort, id)
    where trashed_at is not null and purge_began_at is null`,
  `create index node_trash_by_size on node (space_id, size_bytes, id)
    where trashed_at is not null and purge_began_at is null`,
  'drop index node_trash',
  `create index node_trash on node (space_id, trashed_at, id)
    where trashed_at is not null and purge_began_at is null`,
];
