import { sql } from 'kysely';
import type { CopyWorld } from './copy.world.ts';

/** Folders with files of one byte. Their objects are in the ledger only. */
export async function insertMany(
  { services, owner }: Pick<CopyWorld, 'services' | 'owner'>,
  input: { readonly parentId: string; readonly folders: number; readonly filesEach: number },
): Promise<void> {
  const { db } = services;
  const now = services.clock.now();
  const { spaceId, person } = owner;
  const many = sql`
    with folder as materialized (
      select gen_random_uuid() as id, 'folder ' || number as name from generate_series(1, ${input.folders}) number
    ),
    file as materialized (
      select gen_random_uuid() as id, gen_random_uuid() as version_id, gen_random_uuid() as blob_id, folder.id as parent_id,
        'file ' || number as name
      from folder, generate_series(1, ${input.filesEach}) number
    ),
    folders as (
      insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, name_search, modified_at, created_by,
        created_at, updated_at)
      select ${spaceId}, id, ${input.parentId}, 'folder', name, name, name, name, ${now}, ${person.id}, ${now}, ${now}
      from folder
    ),
    files as (
      insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, name_search, current_version_id,
        size_bytes, modified_at, created_by, created_at, updated_at)
      select ${spaceId}, id, parent_id, 'file', name, name, name, name, version_id, 1, ${now}, ${person.id}, ${now}, ${now}
      from file
    ),
    blobs as (
      insert into blob (id, space_id, key, size_bytes, state, created_at, updated_at)
      select blob_id, ${spaceId}, 'blobs/' || blob_id, 1, 'referenced', ${now}, ${now} from file
    ),
    versions as (
      insert into version (space_id, id, node_id, number, blob_id, size_bytes, media_type, sha256, author_id, created_at)
      select ${spaceId}, version_id, id, 1, blob_id, 1, 'text/plain', '', ${person.id}, ${now} from file
    )
    update space set used_bytes = used_bytes + (select count(*) from file) where id = ${spaceId}`;
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx);
    await many.execute(tx);
    await sql`update node set levels_below = 1 where id = ${input.parentId}`.execute(tx);
  });
  // As the database does automatically soon after so many new rows.
  await sql`analyze node`.execute(db);
}
