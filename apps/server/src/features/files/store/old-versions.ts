import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isOnHold } from '../../../platform/db/on-hold.ts';
import { withoutVersion } from './purge.ts';

export interface Kept {
  /** How many of the newest versions of each file are kept. */
  readonly count: number;
  /** Versions created since this time are also kept. */
  readonly since: Date;
}

export interface FileKey {
  readonly spaceId: string;
  readonly nodeId: string;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Lists files that may have too many versions, in the order of their keys. Leaves out spaces on hold. */
export async function listOverfullFiles(
  db: Db,
  page: { readonly kept: Kept; readonly after: FileKey | undefined; readonly limit: number },
): Promise<readonly FileKey[]> {
  const { kept, after = { spaceId: FIRST, nodeId: FIRST }, limit } = page;
  const { rows } = await sql<FileKey>`
    select distinct newest.space_id as "spaceId", newest.node_id as "nodeId"
    from version newest
    where newest.number > ${kept.count} and newest.number > 1
      and (newest.space_id, newest.node_id) > (${after.spaceId}::uuid, ${after.nodeId}::uuid)
      and exists (select from version old
        where old.space_id = newest.space_id and old.node_id = newest.node_id
          and old.number <= newest.number - ${kept.count} and old.created_at < ${kept.since})
      and not ${isOnHold(sql`newest.space_id`)}
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/**
 * Never deletes the current version, a labelled one, or the newest intact one. Returns the number of deleted versions
 * and the objects that no version refers to any more.
 */
export async function deleteOldVersions(
  tx: Tx,
  file: FileKey & { readonly kept: Kept; readonly limit: number },
): Promise<{ readonly deleted: number; readonly blobIds: readonly string[] }> {
  const { spaceId, nodeId, kept, limit } = file;
  const { rows } = await sql<{ readonly blob_id: string }>`
    delete from version where space_id = ${spaceId} and id in (
      select placed.id from (
        select version.id, version.created_at, version.number, version.label,
          row_number() over (order by version.number desc) as place,
          count(*) filter (where blob.damaged_at is null) over (
            order by version.number desc rows between unbounded preceding and 1 preceding
          ) as newer_whole
        from version join blob on blob.id = version.blob_id
        where version.space_id = ${spaceId} and version.node_id = ${nodeId}
      ) placed
      where placed.place > ${kept.count} and placed.created_at < ${kept.since} and placed.newer_whole > 0
        and placed.label is null
        and placed.id <> (select current_version_id from node where space_id = ${spaceId} and id = ${nodeId})
      order by placed.number limit ${limit}
    ) returning blob_id`.execute(tx);
  const blobIds = await withoutVersion(
    tx,
    rows.map((row) => row.blob_id),
  );
  return { deleted: rows.length, blobIds };
}
