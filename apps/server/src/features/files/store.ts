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

const columnsOf = (table: string) => sql.join(NODE_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

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

/** The living entry of a folder that has this name key. */
export async function findChildByKey(
  db: Db | Tx,
  place: Place & { readonly nameKey: string },
): Promise<NodeRow | undefined> {
  return await db
    .selectFrom('node')
    .select(NODE_COLUMNS)
    .where('space_id', '=', place.spaceId)
    .where('parent_id', '=', place.parentId)
    .where('name_key', '=', place.nameKey)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
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

/** True when a node of this id was ever made. */
export async function isNodeKnown(db: Db | Tx, id: string): Promise<boolean> {
  const row = await db.selectFrom('node').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** One node by its id, wherever it lies: for callers that have settled who is asking. */
export async function findNodeRow(
  db: Db | Tx,
  key: { readonly spaceId: string; readonly id: string },
): Promise<NodeRow | undefined> {
  return await db
    .selectFrom('node')
    .select(NODE_COLUMNS)
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.id)
    .executeTakeFirst();
}

export interface NewNode extends Place {
  readonly id: string;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly nameKey: string;
  readonly nameSort: string;
  readonly versionId: string | null;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly modifiedAt: Date;
  readonly createdBy: string;
  readonly now: Date;
}

/** Inserts a node. A taken name violates `node_name`. */
export async function insertNode(tx: Tx, node: NewNode): Promise<NodeRow> {
  return await tx
    .insertInto('node')
    .values({
      space_id: node.spaceId,
      id: node.id,
      parent_id: node.parentId,
      kind: node.kind,
      name: node.name,
      name_key: node.nameKey,
      name_sort: node.nameSort,
      current_version_id: node.versionId,
      size_bytes: node.sizeBytes,
      media_type: node.mediaType,
      modified_at: node.modifiedAt,
      created_by: node.createdBy,
      trashed_at: null,
      trashed_by: null,
      created_at: node.now,
      updated_at: node.now,
    })
    .returning(NODE_COLUMNS)
    .executeTakeFirstOrThrow();
}

interface NodeKey {
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

interface NewVersion extends NodeKey {
  readonly nodeId: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
  readonly authorId: string;
}

/** Inserts the next version of a file; the space is locked, so numbers have no gaps. Returns its number. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<number> {
  const row = await tx
    .insertInto('version')
    .values({
      space_id: version.spaceId,
      id: version.id,
      node_id: version.nodeId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from version
        where space_id = ${version.spaceId} and node_id = ${version.nodeId})`,
      blob_id: version.blobId,
      size_bytes: version.sizeBytes,
      media_type: version.mediaType,
      sha256: version.sha256,
      author_id: version.authorId,
      created_at: version.now,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return row.number;
}

/** Makes a version the current one of its file. */
export async function setCurrentVersion(
  tx: Tx,
  change: NodeKey & {
    readonly versionId: string;
    readonly sizeBytes: number;
    readonly mediaType: string;
    readonly modifiedAt: Date;
    readonly isDamaged?: boolean;
  },
): Promise<NodeRow> {
  return await tx
    .updateTable('node')
    .set({
      current_version_id: change.versionId,
      size_bytes: change.sizeBytes,
      media_type: change.mediaType,
      modified_at: change.modifiedAt,
      is_damaged: change.isDamaged ?? false,
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
