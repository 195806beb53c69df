import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { NodeRow, SortKey } from '../model.ts';
import { NODE_COLUMNS } from '../store.ts';

interface Folder {
  readonly spaceId: string;
  readonly folderId: string;
  /** Only nodes that this person made. */
  readonly madeBy: string | undefined;
}

/** How many folders and how many files a folder holds. Reads an index only. */
export async function countChildren(
  db: Db | Tx,
  folder: Folder,
): Promise<{ readonly folders: number; readonly files: number }> {
  const query = sql<{ readonly folders: number; readonly files: number }>`
    select count(*) filter (where kind = 'folder') as folders, count(*) filter (where kind = 'file') as files
    from node where ${entriesOf(folder)}`;
  const row = (await query.execute(db)).rows[0];
  return row ?? { folders: 0, files: 0 };
}

/** The values that place a row in a sort: one for each column of `SORT_KEY_COLUMNS`, then the id. */
export type SortPosition = readonly (string | number)[];

const KEY_COLUMNS = {
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

/** Where `row` stands in a sort: what `after` takes. */
export function positionOf(row: NodeRow, key: SortKey): SortPosition {
  return KEY_COLUMNS[key].map((column) => {
    const value = row[column];
    return value instanceof Date ? value.toISOString() : value;
  });
}

interface ChildrenPart extends Folder {
  readonly kind: NodeRow['kind'];
  readonly sort: { readonly key: SortKey; readonly order: 'asc' | 'desc' };
  readonly from:
    | { readonly after: SortPosition }
    /** `count` is how many rows the part has: from its second half the page is found from the far end. */
    | { readonly at: number; readonly count: number };
  readonly limit: number;
}

/**
 * A page of the folders or of the files of a folder. The page is found by its ids in the index of the sort (`node_by_name` and
 * its sisters) and only then read, so that a jump to the middle of a million rows touches no row that it does not show.
 */
export async function listChildRows(db: Db | Tx, part: ChildrenPart): Promise<readonly NodeRow[]> {
  const columns = KEY_COLUMNS[part.sort.key];
  const window = windowOf(part);
  if (window.limit <= 0) return [];
  const after = 'after' in part.from ? sql`and ${beyond(columns, part.from.after, part.sort.order)}` : sql``;
  const query = sql<NodeRow>`
    select ${sql.join(NODE_COLUMNS.map((column) => sql.ref(`node.${column}`)))}
    from (
      select id from node
      where ${entriesOf(part)} and kind = ${part.kind} ${after}
      order by ${ordering(columns, window.order)} offset ${window.offset} limit ${window.limit}
    ) page
    join node on node.space_id = ${part.spaceId} and node.id = page.id
    order by ${ordering(columns, part.sort.order)}`;
  return (await query.execute(db)).rows;
}

function windowOf(part: ChildrenPart): {
  readonly offset: number;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
} {
  const { order } = part.sort;
  if ('after' in part.from) return { offset: 0, limit: part.limit, order };
  const { at, count } = part.from;
  if (at <= count / 2) return { offset: at, limit: part.limit, order };
  const limit = Math.min(part.limit, count - at);
  return { offset: Math.max(0, count - at - limit), limit, order: order === 'asc' ? 'desc' : 'asc' };
}

type KeyColumn = keyof typeof COLUMN_TYPE;

function ordering(columns: readonly KeyColumn[], order: 'asc' | 'desc'): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql.join(columns.map((column) => sql`${sql.ref(`node.${column}`)} ${direction}`));
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

function entriesOf(folder: Folder): RawBuilder<unknown> {
  const entries = sql`node.space_id = ${folder.spaceId} and node.parent_id = ${folder.folderId}
    and node.trashed_at is null`;
  return folder.madeBy === undefined ? entries : sql`${entries} and node.created_by = ${folder.madeBy}`;
}
