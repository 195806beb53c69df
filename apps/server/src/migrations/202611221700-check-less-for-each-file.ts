import { type Kysely, sql } from 'kysely';

/**
 * What every file of thousands is looked up for.
 *
 * - A name is looked for in its folder. Until a new table is analysed, PostgreSQL takes every index of the entries of a folder for as good as the
 *   one of their names, and took the one without names: each file read all others of its folder. Now both hold the name.
 * - Persons and spaces are never removed. That they exist is known where their ids come from: the session that asks, the row of the space
 *   that the same transaction has locked. Rows that are written for each file do not look for them once more; `node` and
 *   `blob` go on referring to their space, and a space to the person who owns it.
 *
 * Every table is held as a whole until the end, also while the index is built, some seconds for a million rows. All are taken at the
 * beginning, while nothing is held that what another server has begun could wait for, but one after another: a server of the version before is to be
 * stopped first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'lock table space, "user", upload, node, version, event in access exclusive mode',
  'drop index node_children',
  // Not of roots: the search for the row that a foreign key names must not take it for its own.
  'create index node_children on node (space_id, parent_id, name_key) where parent_id is not null',
  'alter table upload drop constraint upload_space_id_fkey, drop constraint upload_created_by_fkey',
  'alter table event drop constraint event_space_id_fkey, drop constraint event_actor_id_fkey',
  'alter table version drop constraint version_author_id_fkey',
  'alter table node drop constraint node_created_by_fkey',
];
