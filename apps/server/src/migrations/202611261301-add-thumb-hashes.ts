import { type Kysely, sql } from 'kysely';

/**
 * A hash of each thumbnail, which rows of lists carry. Those of before get theirs from the thumbnail by and by; the index
 * finds them. Blocks writers of `rendition` while it is built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rendition add column thumb_hash text check (length(thumb_hash) <= 36)`.execute(db);
  await sql`create index rendition_unhashed on rendition (blob_id)
    where state = 'ready' and thumb_hash is null`.execute(db);
}
