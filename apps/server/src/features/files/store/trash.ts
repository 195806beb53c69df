import type { TrashSort } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { NodeRow } from '../model.ts';
import { columnsOf } from './nodes.ts';

export interface Trash {
  readonly spaceId: string;
  /** Limits the items to those that this person created. Undefined for all items. */
  readonly madeBy: string | undefined;
}

/** Each of these columns has its own index. */
const SORT_COLUMN = {
  name: 'name_sort',
  size: 'size_bytes',
  trashed: 'trashed_at',
} as const satisfies Partial<Record<TrashSort, keyof NodeRow>>;

type OwnSort = keyof typeof SORT_COLUMN;
type GroupedSort = Exclude<TrashSort, OwnSort>;

export interface TrashRow extends NodeRow {
  readonly trashed_by_name: string | null;
}

/** The name of a person. Null if the account was deleted. */
const knownName = (person: 'deleter' | 'named') =>
  sql`case when ${sql.ref(person)}.status <> 'removed' then ${sql.ref(person)}.name end`;

/** The items of the trash, without those whose permanent deletion has begun. */
function itemsOf({ spaceId, madeBy }: Trash): RawBuilder<unknown> {
  const items = sql`node.space_id = ${spaceId} and node.trashed_at is not null and node.purge_began_at is null`;
  return madeBy === undefined ? items : sql`${items} and node.created_by = ${madeBy}`;
}

export async function countTrash(db: Db | Tx, trash: Trash): Promise<number> {
  const query = sql<{ readonly count: number }>`
    select count(*)::bigint as count from node where ${itemsOf(trash)}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

interface Page extends Trash {
  readonly sort: TrashSort;
  readonly order: 'asc' | 'desc';
  readonly at: number;
  readonly limit: number;
  readonly total: number;
}

export async function listTrashRows(db: Db | Tx, page: Page): Promise<readonly TrashRow[]> {
  const limit = Math.min(page.limit, page.total - page.at);
  if (limit <= 0) return [];
  const query = isGrouped(page.sort)
    ? groupedPage({ ...page, limit, sort: page.sort })
    : sortedPage({ ...page, limit, sort: page.sort });
  return (await query.execute(db)).rows;
}

function isGrouped(sort: TrashSort): sort is GroupedSort {
  return sort === 'deletedBy' || sort === 'from';
}

/** A page sorted by a column. Finds the ids in the index first, and reads positions in the second half from the end. */
function sortedPage(page: Page & { readonly sort: OwnSort }): RawBuilder<TrashRow> {
  const isFromEnd = page.at > page.total / 2;
  const offset = isFromEnd ? page.total - page.at - page.limit : page.at;
  const ordering = (isReversed: boolean): RawBuilder<unknown> => {
    const direction = (page.order === 'asc') === isReversed ? sql`desc` : sql`asc`;
    return sql`node.${sql.ref(SORT_COLUMN[page.sort])} ${direction}, node.id ${direction}`;
  };
  return sql<TrashRow>`
    select ${columnsOf('node')}, ${knownName('deleter')} as trashed_by_name
    from (
      select id from node where ${itemsOf(page)}
      order by ${ordering(isFromEnd)} offset ${offset} limit ${page.limit}
    ) page
    join node on node.space_id = ${page.spaceId} and node.id = page.id
    left join "user" deleter on deleter.id = node.trashed_by
    order by ${ordering(false)}`;
}

const GROUPED_BY = {
  deletedBy: {
    column: sql`node.trashed_by`,
    named: sql`left join "user" named on named.id = counted.key`,
    name: sql`lower(${knownName('named')})`,
    isAlwaysKnown: false,
  },
  from: {
    column: sql`node.parent_id`,
    named: sql`left join node named on named.id = counted.key`,
    // The root has an empty name, because paths begin there.
    name: sql`case when named.parent_id is null then '' else named.name_sort end`,
    isAlwaysKnown: true,
  },
} as const satisfies Record<GroupedSort, unknown>;

/**
 * A page grouped by deleter or original folder. Counts the items of each group first, so that only the groups and the
 * page are sorted.
 */
function groupedPage(page: Page & { readonly sort: GroupedSort }): RawBuilder<TrashRow> {
  const { column, named, name, isAlwaysKnown } = GROUPED_BY[page.sort];
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const end = page.at + page.limit;
  const rowsOf = (isOfGroup: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select node.id from node where ${itemsOf(page)} and ${isOfGroup}
    order by node.trashed_at desc, node.id desc
    offset greatest(placed.ends - placed.items, ${page.at}) - (placed.ends - placed.items)
    limit least(placed.ends, ${end}) - greatest(placed.ends - placed.items, ${page.at}))`;
  const known = rowsOf(sql`${column} = placed.key`);
  const unknown = rowsOf(sql`${column} is null and placed.key is null`);
  return sql<TrashRow>`
    with counted as (
      select ${column} as key, count(*)::bigint as items from node where ${itemsOf(page)} group by ${column}
    ), placed as (
      select counted.key, counted.items,
        (sum(counted.items) over (order by ${name} ${direction}, counted.key ${direction}))::bigint as ends
      from counted ${named}
    )
    select ${columnsOf('node')}, ${knownName('deleter')} as trashed_by_name
    from placed
    cross join lateral (${isAlwaysKnown ? known : sql`${known} union all ${unknown}`}) page
    join node on node.space_id = ${page.spaceId} and node.id = page.id
    left join "user" deleter on deleter.id = node.trashed_by
    where placed.ends > ${page.at} and placed.ends - placed.items < ${end}
    order by placed.ends, node.trashed_at desc, node.id desc`;
}

/** The size of the trash with everything below its items. An object shared by several versions counts once. */
export async function sumTrash(db: Db | Tx, trash: Trash): Promise<number> {
  const query = sql<{ readonly bytes: number }>`
    with recursive below as (
      select node.id from node where ${itemsOf(trash)}
      union
      select child.id from below
      join node child on child.space_id = ${trash.spaceId} and child.parent_id = below.id
      where child.purge_began_at is null ${trash.madeBy === undefined ? sql`` : sql`and child.created_by = ${trash.madeBy}`}
    )
    select coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select distinct version.blob_id, version.size_bytes
      from below join version on version.space_id = ${trash.spaceId} and version.node_id = below.id
    ) object`;
  return (await query.execute(db)).rows[0]?.bytes ?? 0;
}
