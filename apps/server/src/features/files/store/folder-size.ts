import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

export interface FoldersBelow {
  readonly spaceId: string;
  /** The folders to measure. None of them contains another. */
  readonly folderIds: readonly string[];
  readonly madeBy: string | undefined;
  /** The maximum number of folders to visit, including the given ones. */
  readonly foldersMax: number;
}

export interface FolderSize {
  readonly folders: number;
  readonly files: number;
  readonly bytes: number;
  readonly isComplete: boolean;
}

/**
 * Totals below the folders, without trashed items. One statement keeps the sums consistent; it visits only folders, and
 * stops after `foldersMax`.
 */
export async function measureFolders(tx: Tx, below: FoldersBelow): Promise<FolderSize> {
  const query = sql<Omit<FolderSize, 'isComplete'> & { readonly visited: number }>`
    with recursive below (id) as (
      select unnest(${below.folderIds}::uuid[])
      union
      select node.id from below join node on node.space_id = ${below.spaceId} and node.parent_id = below.id
      where node.kind = 'folder' and node.trashed_at is null ${onlyBy(below.madeBy)}
    ),
    visited as materialized (select id from below limit ${below.foldersMax + 1})
    select (select count(*) from visited)::bigint as visited,
      coalesce(sum(folders), 0)::bigint as folders, coalesce(sum(files), 0)::bigint as files,
      coalesce(sum(bytes), 0)::bigint as bytes
    from visited cross join lateral (${contentOf(below)}) content`;
  const { rows } = await query.execute(tx);
  const { visited = 0, folders = 0, files = 0, bytes = 0 } = rows[0] ?? {};
  return { folders, files, bytes, isComplete: visited <= below.foldersMax };
}

/** The counts of one folder. `folder_content` counts items of all creators, so `madeBy` needs a count of the rows. */
function contentOf({ spaceId, madeBy }: FoldersBelow): RawBuilder<unknown> {
  if (madeBy === undefined) {
    return sql`select folders, files, file_bytes as bytes from folder_content
      where space_id = ${spaceId} and folder_id = visited.id`;
  }
  return sql`select count(*) filter (where kind = 'folder') as folders, count(*) filter (where kind = 'file') as files,
      sum(size_bytes) filter (where kind = 'file') as bytes
    from node where space_id = ${spaceId} and parent_id = visited.id and trashed_at is null ${onlyBy(madeBy)}`;
}

function onlyBy(madeBy: string | undefined): RawBuilder<unknown> {
  return madeBy === undefined ? sql`` : sql`and node.created_by = ${madeBy}`;
}

/** The folders that contain an item outside the trash. */
export async function listFilledFolders(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const query = sql<{ readonly id: string }>`
    select content.folder_id as id from node
    join folder_content content on content.space_id = node.space_id and content.folder_id = node.id
    where node.id = any(${ids}::uuid[]) and content.folders + content.files > 0`;
  return new Set((await query.execute(tx)).rows.map((row) => row.id));
}

interface AskedFolders {
  readonly ids: readonly string[];
  readonly going: readonly string[];
  readonly jobId: string;
  readonly since: Date;
  readonly now: Date;
}

/**
 * Those of the folders below which something outside the trash was made, put or changed after `since`. Does not count
 * items that are `going`, that the undo of the job has put back, or all of whose changes since were undone.
 */
export async function listChangedFolders(tx: Tx, asked: AskedFolders): Promise<ReadonlySet<string>> {
  if (asked.ids.length === 0) return new Set();
  const query = sql<{ readonly id: string }>`
    with recursive below (folder_id, space_id, id, created_at, updated_at) as (
      select id, space_id, id, created_at, null::timestamptz from node where id = any(${asked.ids}::uuid[])
      union all
      select below.folder_id, node.space_id, node.id, node.created_at, node.updated_at
      from below join node on node.space_id = below.space_id and node.parent_id = below.id
      where node.trashed_at is null
    )
    select distinct folder_id as id from below where ${isChanged(sql.table('below'), asked)}`;
  return new Set((await query.execute(tx)).rows.map((row) => row.id));
}

/**
 * Like {@link listChangedFolders}, from the items that have events after `after` up to the folders: its time depends on
 * what has changed in the space, and not on what the folders contain.
 */
export async function listFoldersWithEvents(
  tx: Tx,
  asked: AskedFolders & { readonly spaceId: string; readonly after: number },
): Promise<ReadonlySet<string>> {
  const { spaceId } = asked;
  const query = sql<{ readonly id: string }>`
    with recursive touched as materialized (
      select distinct node_id as id from event where space_id = ${spaceId} and sequence > ${asked.after}
    ),
    above (id, parent_id, is_living, is_above) as (
      select node.id, node.parent_id, true, false
      from touched join node on node.space_id = ${spaceId} and node.id = touched.id
      where node.trashed_at is null and ${isChanged(sql.table('node'), asked)}
      union
      select node.id, node.parent_id, node.trashed_at is null, true
      from above join node on node.space_id = ${spaceId} and node.id = above.parent_id
      where above.is_living
    )
    select distinct id from above where is_above and id = any(${asked.ids}::uuid[])`;
  return new Set((await query.execute(tx)).rows.map((row) => row.id));
}

function isChanged(
  node: RawBuilder<unknown>,
  { going, jobId, since, now }: AskedFolders,
): RawBuilder<boolean> {
  return sql<boolean>`${node}.updated_at > ${since} and ${node}.updated_at <> ${now}
    and ${node}.id <> all(${going}::uuid[])
    and not exists (
      select from job_item where job_id = ${jobId} and node_id = ${node}.id and state = 'undone'
    )
    and not (
      ${node}.created_at <= ${since}
      and exists (
        select from event
        where event.node_id = ${node}.id and event.at = ${node}.updated_at and event.facts ? 'undoes'
      )
      and not exists (
        select from event
        where event.node_id = ${node}.id and event.at > ${since} and not event.facts ? 'undoes'
          and not exists (
            select from job_item item
            where item.job_id = event.job_id and item.node_id = ${node}.id and item.state = 'undone'
          )
      )
    )`;
}
