import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** A file whose current version stands on a damaged object. */
export interface DamagedFileRow {
  readonly node_id: string;
  readonly version_id: string;
  readonly damage: 'missing' | 'different' | 'checksum';
  readonly damaged_at: Date;
}

/** Whoever has more is not helped by a number, and a list as long is never read to its end. */
const FILES_MAX = 1_000;

/**
 * The files of a space that are damaged and do not lie in the trash, the newest damage first; only those that `madeBy` made, where it is given.
 * `blob_damaged` holds damaged objects only, so that a space without any costs one look into an index.
 */
export async function listDamagedFiles(
  db: Db,
  { spaceId, madeBy }: { readonly spaceId: string; readonly madeBy: string | undefined },
): Promise<readonly DamagedFileRow[]> {
  const query = sql<DamagedFileRow>`
    select node.id as node_id, version.id as version_id, blob.damage, blob.damaged_at
    from blob
    join version on version.blob_id = blob.id
    join node on node.space_id = version.space_id and node.id = version.node_id
      and node.current_version_id = version.id
    where blob.space_id = ${spaceId} and blob.damaged_at is not null and blob.state = 'referenced'
      and node.space_id = ${spaceId} and node.trashed_at is null
      ${madeBy === undefined ? sql`` : sql`and node.created_by = ${madeBy}`}
      and not exists (
        with recursive above (parent_id, trashed_at) as (
          select parent_id, trashed_at from node folder
          where folder.space_id = ${spaceId} and folder.id = node.parent_id
          union
          select folder.parent_id, folder.trashed_at
          from above join node folder on folder.space_id = ${spaceId} and folder.id = above.parent_id
        )
        select from above where trashed_at is not null
      )
    order by blob.damaged_at desc, node.id
    limit ${FILES_MAX}`;
  return (await query.execute(db)).rows;
}
