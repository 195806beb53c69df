import type { SpaceRole } from '@coffer/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NodeRow } from './model.ts';

export const NODE_COLUMNS = [
  'space_id',
  'id',
  'parent_id',
  'kind',
  'name',
  'name_key',
  'name_sort',
  'current_version_id',
  'size_bytes',
  'media_type',
  'modified_at',
  'created_by',
  'created_at',
  'trashed_at',
  'purge_began_at',
  'is_damaged',
  'revision',
] as const satisfies readonly (keyof NodeRow)[];

export const columnsOf = (table: string) =>
  sql.join(NODE_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

/**
 * The nodes of these ids together with every folder above them, each once, with the role of the person in their space. Nodes
 * of spaces in which the person has no role are left out. `union` drops what was seen, so a damaged tree cannot make it run on.
 */
export async function listWithAncestors(
  db: Db | Tx,
  input: { readonly ids: readonly string[]; readonly userId: string },
): Promise<readonly (NodeRow & { readonly role: SpaceRole })[]> {
  const query = sql<NodeRow & { readonly role: SpaceRole }>`
    with recursive walk (space_id, id, parent_id) as (
      select space_id, id, parent_id from node where id = any(${input.ids}::uuid[])
      union
      select up.space_id, up.id, up.parent_id
      from walk join node up on up.space_id = walk.space_id and up.id = walk.parent_id
    )
    select ${columnsOf('node')}, member.role
    from walk
    join node on node.space_id = walk.space_id and node.id = walk.id
    join member on member.space_id = walk.space_id and member.user_id = ${input.userId}`;
  return (await query.execute(db)).rows;
}

/** Which spaces these nodes are in, as far as the person has a role there. */
export async function listSpaceIds(
  db: Db | Tx,
  input: { readonly ids: readonly string[]; readonly userId: string },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('node')
    .innerJoin('member', 'member.space_id', 'node.space_id')
    .select(['node.id', 'node.space_id'])
    .where('node.id', '=', sql<string>`any(${input.ids}::uuid[])`)
    .where('member.user_id', '=', input.userId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.space_id]));
}

interface Place {
  readonly spaceId: string;
  readonly parentId: string;
}

/** A name in a folder: at most one living entry has it. */
export interface Slot {
  readonly parentId: string;
  readonly nameKey: string;
}

/**
 * The living entries of these folders that have these name keys. Each is looked up by itself: for a join, PostgreSQL reads the whole space while
 * it is not a large one.
 */
export async function listChildrenByKey(
  db: Db | Tx,
  spaceId: string,
  slots: readonly Slot[],
): Promise<readonly NodeRow[]> {
  const query = sql<NodeRow>`
    select ${columnsOf('node')}
    from unnest(${slots.map((slot) => slot.parentId)}::uuid[], ${slots.map((slot) => slot.nameKey)}::text[])
      as slot (parent_id, name_key)
    cross join lateral (
      select * from node where node.space_id = ${spaceId} and node.parent_id = slot.parent_id
        and node.name_key = slot.name_key and node.trashed_at is null
      offset 0
    ) as node`;
  return (await query.execute(db)).rows;
}

/** The living entry of a folder that has this name key. */
export async function findChildByKey(
  db: Db | Tx,
  place: Slot & { readonly spaceId: string },
): Promise<NodeRow | undefined> {
  return (await listChildrenByKey(db, place.spaceId, [place])).at(0);
}

/** Which of these name keys are taken in a folder. */
export async function listTakenKeys(
  db: Db | Tx,
  place: Place & { readonly nameKeys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('node')
    .select('name_key')
    .where('space_id', '=', place.spaceId)
    .where('parent_id', '=', place.parentId)
    .where('name_key', '=', sql<string>`any(${place.nameKeys}::text[])`)
    .where('trashed_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.name_key));
}

/** Nodes by their ids, wherever they lie: for callers that have settled who is asking. */
export async function listNodeRows(db: Db | Tx, ids: readonly string[]): Promise<readonly NodeRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('node')
    .select(NODE_COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export interface NodeKey {
  readonly spaceId: string;
  readonly id: string;
  readonly now: Date;
}

/** Gives a node its new name: one row, whatever lies below it. A taken name violates `node_name`. */
export async function renameRow(
  tx: Tx,
  change: NodeKey & { readonly name: string; readonly nameKey: string; readonly nameSort: string },
): Promise<NodeRow> {
  return await tx
    .updateTable('node')
    .set({
      name: change.name,
      name_key: change.nameKey,
      name_sort: change.nameSort,
      updated_at: change.now,
      revision: sql<number>`revision + 1`,
    })
    .where('space_id', '=', change.spaceId)
    .where('id', '=', change.id)
    .returning(NODE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Puts nodes into the trash: one row each, whatever lies below them. */
export async function trashRows(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly ids: readonly string[];
    readonly by: string;
    readonly now: Date;
  },
): Promise<readonly NodeRow[]> {
  return await tx
    .updateTable('node')
    .set({
      trashed_at: change.now,
      trashed_by: change.by,
      updated_at: change.now,
      revision: sql<number>`revision + 1`,
    })
    .where('space_id', '=', change.spaceId)
    .where('id', '=', sql<string>`any(${change.ids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .returning(NODE_COLUMNS)
    .execute();
}

/** Takes a node out of the trash, to a place and under a name that is free there. */
export async function restoreRow(
  tx: Tx,
  change: NodeKey & {
    readonly parentId: string;
    readonly name: string;
    readonly nameKey: string;
    readonly nameSort: string;
  },
): Promise<NodeRow> {
  return await tx
    .updateTable('node')
    .set({
      parent_id: change.parentId,
      name: change.name,
      name_key: change.nameKey,
      name_sort: change.nameSort,
      trashed_at: null,
      trashed_by: null,
      updated_at: change.now,
      revision: sql<number>`revision + 1`,
    })
    .where('space_id', '=', change.spaceId)
    .where('id', '=', change.id)
    .returning(NODE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Rows of the trash of a space, newest first, with how many there are in all. */
export async function listTrashRows(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly madeBy: string | undefined;
    readonly at: number;
    readonly limit: number;
  },
): Promise<{ readonly rows: readonly NodeRow[]; readonly total: number }> {
  const trash = <O>(query: SelectQueryBuilder<Schema, 'node', O>): SelectQueryBuilder<Schema, 'node', O> => {
    const inSpace = query
      .where('space_id', '=', input.spaceId)
      .where('trashed_at', 'is not', null)
      .where('purge_began_at', 'is', null);
    return input.madeBy === undefined ? inSpace : inSpace.where('created_by', '=', input.madeBy);
  };
  const rows = await trash(db.selectFrom('node').select(NODE_COLUMNS))
    .orderBy('trashed_at', 'desc')
    .orderBy('id')
    .offset(input.at)
    .limit(input.limit)
    .execute();
  const count = await trash(
    db.selectFrom('node').select(sql<number>`count(*)`.as('total')),
  ).executeTakeFirstOrThrow();
  return { rows, total: count.total };
}
