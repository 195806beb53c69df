import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Did } from '../jobs/model.ts';
import type { Folder } from './children.ts';
import type { Trash } from './trash.ts';

/** The nodes of a selection, limited to those that the person may see. */
export type Selected =
  | {
      readonly of: 'items';
      readonly ids: readonly string[];
      /** Those of the items below which the person sees only what they made. */
      readonly narrowed?: { readonly ids: readonly string[]; readonly madeBy: string } | undefined;
    }
  | {
      readonly of: 'folder';
      readonly folder: Folder;
      readonly except: readonly string[];
      /** The revision that the person saw. Nothing is selected if the folder has changed since. */
      readonly revision?: number | undefined;
    }
  | {
      readonly of: 'trash';
      readonly trash: Trash;
      readonly except: readonly string[];
      readonly trashedUntil: Date;
    };

/** A `from` clause with a table `node` and its condition, and the order of the items. */
interface Rows {
  readonly from: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

function rowsOf(selected: Selected): Rows {
  switch (selected.of) {
    case 'items':
      return {
        from: sql`unnest(${selected.ids}::uuid[]) with ordinality as item (id, number) join node on node.id = item.id where true`,
        // Trashed items have the same order as a selection of the trash, below.
        order: sql`node.trashed_at desc nulls last, item.number`,
      };
    case 'folder': {
      const { folder, except, revision } = selected;
      return {
        from: sql`node where node.space_id = ${folder.spaceId} and node.parent_id = ${folder.folderId}
          and node.trashed_at is null ${onlyBy(folder.madeBy)} ${matching(folder)} ${without(except)} ${atRevision(folder, revision)}`,
        order: sql`node.kind desc, node.name_sort, node.id`,
      };
    }
    case 'trash': {
      const { trash, except, trashedUntil } = selected;
      return {
        // What an undo brought back later has an older date, and was not shown.
        from: sql`node where node.space_id = ${trash.spaceId} and node.trashed_at is not null
          and node.purge_began_at is null and node.trashed_at <= ${trashedUntil} and node.updated_at <= ${trashedUntil}
          ${onlyBy(trash.madeBy)} ${without(except)}`,
        // A folder that was trashed after one of its items is restored first.
        order: sql`node.trashed_at desc, node.kind desc, node.id`,
      };
    }
  }
}

/** Whose items below each selected one count. Null for everyone's. */
function madeByIn(selected: Selected): RawBuilder<unknown> {
  switch (selected.of) {
    case 'items': {
      const { narrowed } = selected;
      if (narrowed === undefined) return sql`null::uuid`;
      return sql`case when node.id = any(${narrowed.ids}::uuid[]) then ${narrowed.madeBy}::uuid end`;
    }
    case 'folder':
      return sql`${selected.folder.madeBy ?? null}::uuid`;
    case 'trash':
      return sql`${selected.trash.madeBy ?? null}::uuid`;
  }
}

const IS_COUNTED = sql`(below.made_by is null or node.created_by = below.made_by)`;

function onlyBy(madeBy: string | undefined): RawBuilder<unknown> {
  return madeBy === undefined ? sql`` : sql`and node.created_by = ${madeBy}`;
}

function without(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 0 ? sql`` : sql`and node.id <> all(${ids}::uuid[])`;
}

/** A condition on the revision. As part of the statement that reads the items, it is consistent with them. */
function atRevision(folder: Folder, revision: number | undefined): RawBuilder<unknown> {
  if (revision === undefined) return sql``;
  return sql`and exists (select from folder_content content where content.space_id = ${folder.spaceId}
    and content.folder_id = ${folder.folderId} and content.revision = ${revision})`;
}

/** A condition for all matches of the filter, without the limit that the list has. */
function matching({ matching: match }: Folder): RawBuilder<unknown> {
  if (match === undefined) return sql``;
  const needles = 'needles' in match ? match.needles : [match.prefix];
  return sql`and ${sql.join(
    needles.map((needle) => sql`node.name_search like ${`%${needle}%`}`),
    sql` and `,
  )}`;
}

const MANY_TIMEOUT = sql`set local statement_timeout = '15min'`;

/** The ids of the selected nodes, in the order of the list. */
export async function listSelectedIds(
  db: Db | Tx,
  selected: Selected,
  limit: number,
): Promise<readonly string[]> {
  const { from, order } = rowsOf(selected);
  const query = sql<{ readonly id: string }>`select node.id from ${from} order by ${order} limit ${limit}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/**
 * Saves all selected nodes as items of a job. One statement with one snapshot, which may take a while for a million
 * items.
 */
export async function insertSelected(
  tx: Tx,
  { jobId, did, selected }: { readonly jobId: string; readonly did: Did; readonly selected: Selected },
): Promise<void> {
  await MANY_TIMEOUT.execute(tx);
  const { from, order } = rowsOf(selected);
  await sql`
    insert into job_item (job_id, position, did, node_id, state, from_space_id, from_parent_id, from_name)
    select ${jobId}, row_number() over (order by ${order}) - 1, ${did}, node.id, 'waiting', node.space_id, node.parent_id,
      node.name
    from ${from}`.execute(tx);
}

export interface SelectedSum {
  readonly items: number;
  readonly space_ids: readonly string[];
  readonly name: string;
}

export async function sumSelected(tx: Tx, jobId: string): Promise<SelectedSum> {
  const query = sql<SelectedSum>`
    select count(*) as items, coalesce(array_agg(distinct from_space_id), '{}') as space_ids,
      coalesce(min(from_name) filter (where position = 0), '') as name
    from job_item where job_id = ${jobId}`;
  return (await query.execute(tx)).rows[0] ?? { items: 0, space_ids: [], name: '' };
}

export async function isMoreThan(db: Db | Tx, selected: Selected, max: number): Promise<boolean> {
  const { from } = rowsOf(selected);
  const query = sql<{ readonly items: number }>`
    select count(*) as items from (select from ${from} limit ${max + 1}) as found`;
  return ((await query.execute(db)).rows[0]?.items ?? 0) > max;
}

export interface SelectedSize {
  readonly items: number;
  readonly bytes: number;
  readonly folders: number;
}

export async function measureSelected(db: Db | Tx, selected: Selected): Promise<SelectedSize> {
  const { from } = rowsOf(selected);
  const query = sql<SelectedSize>`
    select count(*) as items, count(*) filter (where node.kind = 'folder') as folders,
      coalesce(sum(node.size_bytes) filter (where node.kind = 'file'), 0)::bigint as bytes
    from ${from}`;
  return (await query.execute(db)).rows[0] ?? { items: 0, bytes: 0, folders: 0 };
}

export interface BelowSize {
  readonly items: number;
  readonly bytes: number;
  readonly visited: number;
}

/**
 * Measures everything below the selected folders, without items trashed directly. Visits only folders, at most
 * `foldersMax`.
 */
export async function measureBelow(
  db: Db | Tx,
  { selected, foldersMax }: { readonly selected: Selected; readonly foldersMax: number },
): Promise<BelowSize> {
  const { from } = rowsOf(selected);
  const query = sql<BelowSize>`
    with recursive below (space_id, id, made_by) as (
      select node.space_id, node.id, ${madeByIn(selected)} from ${from} and node.kind = 'folder'
      union
      select node.space_id, node.id, below.made_by
      from below join node on node.space_id = below.space_id and node.parent_id = below.id
      where node.kind = 'folder' and node.trashed_at is null and ${IS_COUNTED}
    ),
    visited as materialized (select * from below limit ${foldersMax + 1})
    select (select count(*) from visited) as visited,
      coalesce(sum(content.items), 0)::bigint as items, coalesce(sum(content.bytes), 0)::bigint as bytes
    from visited cross join lateral (
      select folders + files as items, file_bytes as bytes from folder_content
      where visited.made_by is null and space_id = visited.space_id and folder_id = visited.id
      union all
      select count(*), sum(size_bytes) filter (where kind = 'file') from node
      where visited.made_by is not null and space_id = visited.space_id and parent_id = visited.id
        and trashed_at is null and created_by = visited.made_by
    ) content`;
  return (await query.execute(db)).rows[0] ?? { items: 0, bytes: 0, visited: 0 };
}

/**
 * Measures everything that a permanent deletion would delete, with all versions, but without items trashed directly. An
 * object shared by several versions counts once.
 */
export async function measurePurged(
  db: Db | Tx,
  selected: Selected,
): Promise<{ readonly items: number; readonly bytes: number }> {
  const { from } = rowsOf(selected);
  const query = sql<{ readonly items: number; readonly bytes: number }>`
    with recursive below (space_id, id, made_by) as (
      select node.space_id, node.id, ${madeByIn(selected)} from ${from}
      union
      select node.space_id, node.id, below.made_by
      from below join node on node.space_id = below.space_id and node.parent_id = below.id
      where node.trashed_at is null and ${IS_COUNTED}
    )
    select (select count(*) from below) as items, coalesce(sum(object.size_bytes), 0)::bigint as bytes
    from (
      select distinct version.blob_id, version.size_bytes
      from below join version on version.space_id = below.space_id and version.node_id = below.id
    ) object`;
  return (await query.execute(db)).rows[0] ?? { items: 0, bytes: 0 };
}

/**
 * The first selected nodes whose name is taken in the target, each with the existing item. Without a target, each node
 * goes to its own folder.
 */
export async function listTakenPairs(
  db: Db | Tx,
  {
    selected,
    target,
    limit,
  }: {
    readonly selected: Selected;
    readonly target: Pick<Folder, 'spaceId' | 'folderId'> | undefined;
    readonly limit: number;
  },
): Promise<readonly { readonly id: string; readonly existing_id: string }[]> {
  const { from, order } = rowsOf(selected);
  const query = sql<{ readonly id: string; readonly existing_id: string }>`
    select chosen.id, existing.id as existing_id
    from (
      select node.id, node.space_id, node.parent_id, node.name_key, row_number() over (order by ${order}) as number from ${from}
    ) as chosen
    join node existing on existing.space_id = ${target === undefined ? sql`chosen.space_id` : target.spaceId}
      and existing.parent_id = ${target === undefined ? sql`chosen.parent_id` : target.folderId}
      and existing.name_key = chosen.name_key and existing.trashed_at is null and existing.id <> chosen.id
    order by chosen.number limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface TakenNames {
  readonly taken: number;
  readonly folders: number;
}

/** Counts selected items whose name another item in the target folder has. */
export async function countTaken(
  db: Db | Tx,
  { selected, target }: { readonly selected: Selected; readonly target: Folder },
): Promise<TakenNames> {
  const { from } = rowsOf(selected);
  const query = sql<TakenNames>`
    select count(*) as taken, count(*) filter (where chosen.kind = 'folder' or existing.kind = 'folder') as folders
    from (select node.id, node.name_key, node.kind from ${from}) as chosen
    join node existing on existing.space_id = ${target.spaceId} and existing.parent_id = ${target.folderId}
      and existing.name_key = chosen.name_key and existing.trashed_at is null and existing.id <> chosen.id
      ${target.madeBy === undefined ? sql`` : sql`and existing.created_by = ${target.madeBy}`}`;
  return (await query.execute(db)).rows[0] ?? { taken: 0, folders: 0 };
}
