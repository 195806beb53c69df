import { SERVER_LIMITS } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { NodeRow, SortKey } from '../model.ts';
import { columnsOf } from './nodes.ts';

export interface Folder {
  readonly spaceId: string;
  readonly folderId: string;
  readonly madeBy: string | undefined;
  /** What the names must match. Undefined for all items. */
  readonly matching?: NameMatch | undefined;
}

/** Text folded by `searchText`, which leaves no wildcards. */
export type NameMatch =
  | { /** Terms that a name must contain, all of them. */ readonly needles: readonly string[] }
  | { readonly prefix: string };

interface ChildCounts {
  readonly folders: number;
  readonly files: number;
  /** Increases with every change of an item in the folder. Undefined for a contributor or with a filter. */
  readonly revision?: number;
}

/**
 * Counts the items of a folder. Reads one stored row; for a contributor or with a filter it counts the items
 * themselves.
 */
export async function countChildren(db: Db | Tx, folder: Folder): Promise<ChildCounts> {
  const query =
    folder.madeBy === undefined && folder.matching === undefined
      ? sql<ChildCounts>`select folders, files, revision from folder_content
          where space_id = ${folder.spaceId} and folder_id = ${folder.folderId}`
      : sql<ChildCounts>`
          select count(*) filter (where kind = 'folder') as folders, count(*) filter (where kind = 'file') as files
          from ${itemsOf(folder)}`;
  return (await query.execute(db)).rows[0] ?? { folders: 0, files: 0 };
}

/** The values of the sort columns of one item, ending with the id. */
export type SortPosition = readonly (string | number)[];

export const KEY_COLUMNS = {
  name: ['name_sort', 'id'],
  size: ['size_bytes', 'id'],
  modified: ['modified_at', 'id'],
  kind: ['media_type', 'name_sort', 'id'],
} as const satisfies Record<SortKey, readonly (keyof NodeRow)[]>;

const COLUMN_TYPE = {
  name_sort: 'text',
  media_type: 'text',
  size_bytes: 'bigint',
  modified_at: 'timestamptz',
  id: 'uuid',
} as const;

export function positionOf(row: NodeRow, key: SortKey): SortPosition {
  return KEY_COLUMNS[key].map((column) => {
    const value = row[column];
    return value instanceof Date ? value.toISOString() : value;
  });
}

/** The items of one kind in a folder. */
interface ChildrenPart extends Folder {
  readonly kind: NodeRow['kind'];
  readonly sort: { readonly key: SortKey; readonly order: 'asc' | 'desc' };
}

/** The rows to read: those after a position, except for the first `offset` of them. */
export interface Window {
  readonly order: 'asc' | 'desc';
  readonly after?: SortPosition;
  readonly offset: number;
  readonly limit: number;
}

/** The window for a position in a list. Positions in the second half are read from the end. */
export function windowAt(
  { at, count }: { readonly at: number; readonly count: number },
  { limit, order }: Pick<Window, 'limit' | 'order'>,
): Window {
  if (at <= count / 2) return { offset: at, limit, order };
  const rest = Math.min(limit, count - at);
  return { offset: Math.max(0, count - at - rest), limit: rest, order: order === 'asc' ? 'desc' : 'asc' };
}

/**
 * A jump first finds the ids in the index of the sort, so that it reads only the rows of the page. Without an offset,
 * rows are read directly in index order.
 */
export async function listChildRows(
  db: Db | Tx,
  part: ChildrenPart & { readonly window: Window },
): Promise<readonly NodeRow[]> {
  const { window } = part;
  if (window.limit <= 0) return [];
  const columns = KEY_COLUMNS[part.sort.key];
  const found = sql`${itemsOf(part)} and kind = ${part.kind} ${onlyAfter(columns, window)}
    order by ${ordering(columns, window.order)}`;
  if (window.offset === 0) {
    const query = sql<NodeRow>`select ${columnsOf('node')} from ${found} limit ${window.limit}`;
    const { rows } = await query.execute(db);
    return window.order === part.sort.order ? rows : rows.toReversed();
  }
  const query = sql<NodeRow>`
    select ${columnsOf('node')}
    from (select id from ${found} offset ${window.offset} limit ${window.limit}) page
    join node on node.space_id = ${part.spaceId} and node.id = page.id
    order by ${ordering(columns, part.sort.order)}`;
  return (await query.execute(db)).rows;
}

/** The next `count` positions, each `every` rows apart. */
export async function listMarks(
  db: Db | Tx,
  part: ChildrenPart & {
    readonly after: SortPosition | undefined;
    readonly every: number;
    readonly count: number;
  },
): Promise<readonly SortPosition[]> {
  const columns = KEY_COLUMNS[part.sort.key];
  const order = ordering(columns, part.sort.order);
  const query = sql<NodeRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))}
    from (
      select ${sql.join(columns.map((column) => sql.ref(`node.${column}`)))}, row_number() over (order by ${order}) as number
      from ${itemsOf(part)} and kind = ${part.kind}
        ${onlyAfter(columns, { after: part.after, order: part.sort.order })}
      order by ${order} limit ${part.every * part.count}
    ) numbered
    where number % ${part.every} = 0 order by number`;
  return (await query.execute(db)).rows.map((row) => positionOf(row, part.sort.key));
}

interface PartBefore extends ChildrenPart {
  readonly position: SortPosition;
}

export async function countBefore(db: Db | Tx, part: PartBefore): Promise<number> {
  const { key, order } = part.sort;
  const isBefore = beyond(KEY_COLUMNS[key], part.position, order === 'asc' ? 'desc' : 'asc');
  const query = sql<{ readonly count: number }>`
    select count(*) as count from ${itemsOf(part)} and kind = ${part.kind} and ${isBefore}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

type KeyColumn = keyof typeof COLUMN_TYPE;

/** An `order by` list for rows named `node`. */
export function ordering(columns: readonly KeyColumn[], order: 'asc' | 'desc'): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql.join(columns.map((column) => sql`${sql.ref(`node.${column}`)} ${direction}`));
}

export function onlyAfter(
  columns: readonly KeyColumn[],
  { after, order }: { readonly after?: SortPosition | undefined; readonly order: 'asc' | 'desc' },
): RawBuilder<unknown> {
  return after === undefined ? sql`` : sql`and ${beyond(columns, after, order)}`;
}

function beyond(
  columns: readonly KeyColumn[],
  position: SortPosition,
  order: 'asc' | 'desc',
): RawBuilder<unknown> {
  const values = columns.map((column, index) => sql`${position[index]}::${sql.raw(COLUMN_TYPE[column])}`);
  const sign = order === 'asc' ? sql`>` : sql`<`;
  return sql`(${sql.join(columns.map((column) => sql.ref(`node.${column}`)))}) ${sign} (${sql.join(values)})`;
}

/** A character that sorts after all others. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * A table and its condition. Matches are limited before they are sorted, so that a common word does not read the whole
 * folder.
 */
export function itemsOf(folder: Folder): RawBuilder<unknown> {
  const { matching } = folder;
  if (matching === undefined) return sql`node where ${entriesOf(folder)}`;
  // The condition `name_search <> ''` lets the planner use the partial search indexes.
  const isMatch =
    'prefix' in matching
      ? sql`node.name_search >= ${matching.prefix} and node.name_search < ${matching.prefix + LAST_CHARACTER}`
      : sql.join(
          matching.needles.map((needle) => sql`node.name_search like ${`%${needle}%`}`),
          sql` and `,
        );
  return sql`(
    select ${columnsOf('node')} from node where ${entriesOf(folder)} and node.name_search <> '' and ${isMatch}
    limit ${SERVER_LIMITS.searchRankedMax}) as node where true`;
}

function entriesOf(folder: Folder): RawBuilder<unknown> {
  const entries = sql`node.space_id = ${folder.spaceId} and node.parent_id = ${folder.folderId}
    and node.trashed_at is null`;
  return folder.madeBy === undefined ? entries : sql`${entries} and node.created_by = ${folder.madeBy}`;
}
