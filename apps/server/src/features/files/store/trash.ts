import type { TrashSort } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { NodeRow } from '../model.ts';
import { columnsOf } from './nodes.ts';

export interface Trash {
  readonly spaceId: string;
  /** Undefined: of everyone. */
  readonly madeBy: string | undefined;
}

const SORT_COLUMN = {
  name: 'name_sort',
  size: 'size_bytes',
  trashed: 'trashed_at',
} as const satisfies Record<TrashSort, keyof NodeRow>;

export interface TrashRow extends NodeRow {
  readonly trashed_by_name: string | null;
}

/** Without items whose permanent deletion has begun. */
function itemsOf({ spaceId, madeBy }: Trash): RawBuilder<unknown> {
  const items = sql`node.space_id = ${spaceId} and node.trashed_at is not null and node.purge_began_at is null`;
  return madeBy === undefined ? items : sql`${items} and node.created_by = ${madeBy}`;
}

export async function countTrash(db: Db | Tx, trash: Trash): Promise<number> {
  const query = sql<{ readonly count: number }>`
    select count(*)::bigint as count from node where ${itemsOf(trash)}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** Finds the ids in the index of the sort first. Positions in the second half are read from the end. */
export async function listTrashRows(
  db: Db | Tx,
  page: Trash & {
    readonly sort: TrashSort;
    readonly order: 'asc' | 'desc';
    readonly at: number;
    readonly limit: number;
    readonly total: number;
  },
): Promise<readonly TrashRow[]> {
  const limit = Math.min(page.limit, page.total - page.at);
  if (limit <= 0) return [];
  const isFromEnd = page.at > page.total / 2;
  const offset = isFromEnd ? page.total - page.at - limit : page.at;
  const ordering = (isReversed: boolean): RawBuilder<unknown> => {
    const direction = (page.order === 'asc') === isReversed ? sql`desc` : sql`asc`;
    return sql`node.${sql.ref(SORT_COLUMN[page.sort])} ${direction}, node.id ${direction}`;
  };
  const query = sql<TrashRow>`
    select ${columnsOf('node')}, deleter.name as trashed_by_name
    from (
      select id from node where ${itemsOf(page)}
      order by ${ordering(isFromEnd)} offset ${offset} limit ${limit}
    ) page
    join node on node.space_id = ${page.spaceId} and node.id = page.id
    left join "user" deleter on deleter.id = node.trashed_by
    order by ${ordering(false)}`;
  return (await query.execute(db)).rows;
}

/** With everything below the items. An object that several versions share counts once. */
export async function sumTrash(db: Db | Tx, trash: Trash): Promise<number> {
  const query = sql<{ readonly bytes: number }>`
    with recursive below as (
      select node.id from node where ${itemsOf(trash)}
      union
      select child.id from below
      join node child on child.space_id = ${trash.spaceId} and child.parent_id = below.id
      where child.purge_began_at is null
    )
    select coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select distinct version.blob_id, version.size_bytes
      from below join version on version.space_id = ${trash.spaceId} and version.node_id = below.id
    ) object`;
  return (await query.execute(db)).rows[0]?.bytes ?? 0;
}
