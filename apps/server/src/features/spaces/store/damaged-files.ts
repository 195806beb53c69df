import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface DamagedFileRow {
  readonly node_id: string;
  readonly version_id: string;
  readonly damage: 'missing' | 'different' | 'checksum';
  readonly damaged_at: Date;
}

const FILES_MAX = 1_000;

/**
 * Limits a query that runs on every view of a space. Many damaged objects may belong to trashed or replaced files;
 * older damage appears once newer damage is resolved.
 */
const OBJECTS_MAX = 2_000;

/**
 * Lists damaged files, newest damage first, without trashed files. An index of damaged objects keeps this cheap for
 * intact spaces.
 */
export async function listDamagedFiles(
  db: Db,
  { spaceId, madeBy }: { readonly spaceId: string; readonly madeBy: string | undefined },
): Promise<readonly DamagedFileRow[]> {
  const query = sql<DamagedFileRow>`
    select node.id as node_id, version.id as version_id, blob.damage, blob.damaged_at
    from (
      select id, damage, damaged_at from blob
      where space_id = ${spaceId} and damaged_at is not null and state = 'referenced'
      order by damaged_at desc, id desc
      limit ${OBJECTS_MAX}
    ) blob
    cross join lateral (
      select id, space_id, node_id from version where blob_id = blob.id offset 0
    ) version
    cross join lateral (
      select * from node where space_id = version.space_id and id = version.node_id offset 0
    ) node
    where node.space_id = ${spaceId} and node.current_version_id = version.id and node.trashed_at is null
      ${madeBy === undefined ? sql`` : sql`and node.created_by = ${madeBy}`}
      and not exists (
        with recursive above (parent_id, trashed_at) as (
          select folder.parent_id, folder.trashed_at
          from (values (node.parent_id)) file (parent_id) ${folderOf(spaceId, 'file')}
          union
          select folder.parent_id, folder.trashed_at
          from above ${folderOf(spaceId, 'above')}
        )
        select from above where trashed_at is not null
      )
    order by blob.damaged_at desc, node.id
    limit ${FILES_MAX}`;
  return (await query.execute(db)).rows;
}

/** A lateral lookup, because before ANALYZE PostgreSQL would read the whole space for every file. */
const folderOf = (spaceId: string, row: 'file' | 'above') => sql`
  cross join lateral (
    select parent_id, trashed_at from node where space_id = ${spaceId} and id = ${sql.ref(`${row}.parent_id`)} offset 0
  ) folder`;
