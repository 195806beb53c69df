import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** An item of a folder at an earlier moment. */
export interface PastRow {
  readonly id: string;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly name_sort: string;
  readonly size_bytes: number | null;
  readonly media_type: string | null;
  readonly modified_at: Date;
  readonly version_id: string | null;
  readonly since: 'trashed' | 'moved' | 'renamed' | 'changed' | null;
}

interface PastFolder {
  readonly spaceId: string;
  readonly folderId: string;
  readonly moment: Date;
  /** Limits the items to those that this person created. Undefined for all items. */
  readonly madeBy: string | undefined;
  /** Nodes with events since the moment. `rows` has their state at the moment. */
  readonly changedIds: readonly string[];
  readonly rows: readonly PastRow[];
}

/** One page of the unchanged nodes and the given rows. Folders come first, then by name. */
export async function readPastPage(
  db: Db | Tx,
  { at, limit, ...folder }: PastFolder & { readonly at: number; readonly limit: number },
): Promise<{ readonly rows: readonly PastRow[]; readonly total: number }> {
  const { rows } = folder;
  const unchanged = sql`
    from node where space_id = ${folder.spaceId} and parent_id = ${folder.folderId} and trashed_at is null
      and created_at <= ${folder.moment} and id <> all(${folder.changedIds}::uuid[])
      ${folder.madeBy === undefined ? sql`` : sql`and created_by = ${folder.madeBy}`}`;
  const page = sql<PastRow>`
    select * from (
      select id, kind, name, name_sort, case kind when 'file' then size_bytes end as size_bytes,
        case kind when 'file' then media_type end as media_type, modified_at, current_version_id as version_id,
        null::text as since ${unchanged}
      union all
      select * from unnest(
        ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ name }) => name)}::text[],
        ${rows.map((row) => row.name_sort)}::text[],
        ${rows.map((row) => row.size_bytes)}::bigint[],
        ${rows.map((row) => row.media_type)}::text[],
        ${rows.map((row) => row.modified_at)}::timestamptz[],
        ${rows.map((row) => row.version_id)}::uuid[],
        ${rows.map(({ since }) => since)}::text[]
      )
    ) as item
    order by kind desc, name_sort, id offset ${at} limit ${limit}`;
  const count = sql<{ readonly total: number }>`select count(*) as total ${unchanged}`;
  const found = (await page.execute(db)).rows;
  const total = (await count.execute(db)).rows[0]?.total ?? 0;
  return { rows: found, total: total + rows.length };
}

export interface PastVersion {
  readonly node_id: string;
  readonly id: string;
  readonly number: number;
  readonly size_bytes: number;
  readonly media_type: string;
  readonly created_at: Date;
  /** Whether the content equals that of the current version, for example after a restore. */
  readonly is_current: boolean;
}

/** A version of a file, by number or id. Without both, the newest at the moment. */
export interface WantedVersion {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly number: number | undefined;
  readonly id: string | undefined;
}

/** The versions that still exist, by file id. */
export async function findPastVersions(
  db: Db | Tx,
  { wanted, moment }: { readonly wanted: readonly WantedVersion[]; readonly moment: Date },
): Promise<ReadonlyMap<string, PastVersion>> {
  if (wanted.length === 0) return new Map();
  const query = sql<PastVersion>`
    select found.* from unnest(
      ${wanted.map(({ spaceId }) => spaceId)}::uuid[],
      ${wanted.map(({ nodeId }) => nodeId)}::uuid[],
      ${wanted.map(({ number }) => number ?? null)}::integer[],
      ${wanted.map(({ id }) => id ?? null)}::uuid[]
    ) as wanted (space_id, node_id, number, id)
    cross join lateral (
      select version.node_id, version.id, version.number, version.size_bytes, version.media_type, version.created_at,
        exists (
          select from node join version current
            on current.space_id = node.space_id and current.id = node.current_version_id
          where node.space_id = version.space_id and node.id = version.node_id and current.blob_id = version.blob_id
        ) as is_current
      from version
      where version.space_id = wanted.space_id and version.node_id = wanted.node_id
        and case when wanted.number is not null then version.number = wanted.number
          when wanted.id is not null then version.id = wanted.id
          else version.created_at <= ${moment} end
      order by version.number desc limit 1
    ) as found`;
  return new Map((await query.execute(db)).rows.map((row) => [row.node_id, row]));
}

export interface SameFolder {
  readonly id: string;
  readonly parent_id: string;
  readonly name: string;
}

/** Folders that were in one of the given folders at the moment and have no events since. */
export async function listPastFolders(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly moment: Date;
    readonly folderIds: readonly string[];
    /** Nodes with events since the moment, which are read elsewhere. */
    readonly except: readonly string[];
    readonly limit: number;
  },
): Promise<readonly SameFolder[]> {
  const query = sql<SameFolder>`
    select id, parent_id, name from node where space_id = ${input.spaceId} and parent_id = any(${input.folderIds}::uuid[])
      and kind = 'folder' and trashed_at is null and created_at <= ${input.moment}
      and id <> all(${input.except}::uuid[])
    limit ${input.limit}`;
  return (await query.execute(db)).rows;
}
