import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/db.ts';
import { type NodeRow, sortOf } from '../../model.ts';
import { type Folder, itemsOf, KEY_COLUMNS, onlyAfter, ordering, type SortPosition } from '../children.ts';
import { columnsOf } from '../nodes.ts';

interface MatchPage {
  /** The folder, with the filter for its items. */
  readonly folder: Folder;
  readonly sort: Parameters<typeof sortOf>[1];
  readonly order: 'asc' | 'desc';
  readonly start:
    | { readonly at: number }
    | { readonly kind: NodeRow['kind']; readonly position: SortPosition };
  readonly limit: number;
}

export interface Matches {
  readonly folders: number;
  readonly files: number;
  /** The rows of the page, folders first. */
  readonly rows: readonly NodeRow[];
}

/** Finds the matches once, to count them and to read the page. Only rows of the page are read whole. */
export async function listMatches(tx: Tx, page: MatchPage): Promise<Matches> {
  const { folder, limit } = page;
  const keys = new Set([...columnsFor(page, 'folder'), ...columnsFor(page, 'file')]);
  const query = sql<NodeRow & { readonly folders: number; readonly files: number }>`
    with match as materialized (
      select node.kind, ${sql.join(Array.from(keys, (column) => sql.ref(`node.${column}`)))} from ${itemsOf(folder)}
    ),
    summary as materialized (
      select count(*) filter (where kind = 'folder') as folders, count(*) filter (where kind = 'file') as files from match
    ),
    page (part, number, id) as (
      ${partOf(page, 'folder')} union all ${partOf(page, 'file')}
    )
    select summary.folders, summary.files, found.*
    from summary left join (
      select page.part, page.number, ${columnsOf('node')} from page cross join lateral (
        select * from node where node.space_id = ${folder.spaceId} and node.id = page.id limit 1
      ) as node
    ) as found on true
    order by found.part, found.number limit ${Math.max(1, limit)}`;
  const { rows } = await query.execute(tx);
  return {
    folders: rows[0]?.folders ?? 0,
    files: rows[0]?.files ?? 0,
    rows: rows.filter((row) => row.id !== null),
  };
}

function columnsFor({ sort, order }: MatchPage, kind: NodeRow['kind']) {
  return KEY_COLUMNS[sortOf(kind, sort, order).key];
}

/** The ids of one kind for the page. An array keeps them in order. */
function partOf(page: MatchPage, kind: NodeRow['kind']): RawBuilder<unknown> {
  const { start, limit } = page;
  const sort = sortOf(kind, page.sort, page.order);
  const columns = columnsFor(page, kind);
  const isOver = 'position' in start && start.kind === 'file' && kind === 'folder';
  const after = 'position' in start && start.kind === kind ? start.position : undefined;
  const foldersBefore = kind === 'file' ? sql`(select folders from summary)` : sql`0`;
  const offset = 'position' in start ? sql`0` : sql`greatest(0, ${start.at}::bigint - ${foldersBefore})`;
  return sql`
    select ${sql.lit(kind === 'folder' ? 0 : 1)}, found.number, found.id from unnest(array(
      select node.id from match as node where node.kind = ${kind} ${onlyAfter(columns, { after, order: sort.order })}
      order by ${ordering(columns, sort.order)} offset ${offset} limit ${isOver ? 0 : limit}
    )) with ordinality as found (id, number)`;
}
