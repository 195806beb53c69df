import { type Kysely, sql } from 'kysely';

/**
 * Bytes that are part of no file but may still be in the store are counted until they are deleted; what is in the trash for too
 * long can go. Locks `space`, `blob` and `node` for the moment that it takes to add columns without values, and writers of the
 * three while the indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table space add column held_bytes bigint not null default 0 check (held_bytes >= 0)',
  `alter table blob
    add column urls_until timestamptz,
    add column delete_after timestamptz,
    add column last_look_at timestamptz`,
  // Until now these were never deleted and counted nowhere. No address of them is good any more when the grace is over.
  `update blob set delete_after = now() + interval '2 hours' where state = 'quarantined'`,
  `update space set held_bytes = held.bytes
    from (select space_id, sum(size_bytes)::bigint as bytes from blob
      where state in ('unreferenced', 'quarantined') group by space_id) held
    where held.space_id = space.id`,
  `alter table blob add constraint blob_quarantine_ends check ((state = 'quarantined') = (delete_after is not null))`,
  `create index blob_due on blob (delete_after, id) where state = 'quarantined'`,
  'create index blob_last_look on blob (last_look_at, id) where last_look_at is not null',
  'create index upload_blob on upload (blob_id)',
  'create index blob_space on blob (space_id, state)',
  'alter table node add column purge_began_at timestamptz',
  // Deleting a folder asks for what lies in it, trashed or not.
  'create index node_children on node (space_id, parent_id)',
  'create index node_trash_due on node (trashed_at, id) where trashed_at is not null',
];
