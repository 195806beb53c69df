import { type Kysely, sql } from 'kysely';

/**
 * Indexes that no query asks, or asks for a few rows only, while every file that is added writes into them: an object and an upload write all of
 * theirs again when they become a file.
 *
 * - Of `blob`: what is in a state is asked for in an order of its own (`blob_check`, `blob_due`), by the space never. Its keys are in
 *   the order of bytes as they are in `stray_object`, so that one index finds, guards and lists them.
 * - Of `upload`: only open ones are listed for their person, and only those that the store has an id for are looked for by their object.
 * - Of `event`: they are numbered in their space, and nobody looks for one by its id.
 *
 * Each `drop index` and `alter table` holds ACCESS EXCLUSIVE; no table is rewritten, but two indexes and the one of the keys are
 * built under it: some seconds for a million rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'drop index blob_state',
  'drop index blob_space',
  'drop index blob_by_key',
  'alter table blob alter column key type text collate "C"',
  'drop index upload_person',
  `create index upload_open on upload (created_by, created_at desc, id desc)
    where state in ('reserved', 'uploading', 'completing', 'verifying')`,
  'drop index upload_blob',
  'create index upload_blob on upload (blob_id) where provider_upload_id is not null',
  'alter table event drop constraint event_id_key',
];
