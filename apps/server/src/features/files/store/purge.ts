import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isOnHold } from '../../../platform/db/on-hold.ts';
import type { Retention } from '../../../platform/db/settings.ts';
import { retentionInEffect } from '../../../platform/db/space-retention.ts';

interface TrashedRow {
  readonly id: string;
  readonly name: string;
}

interface Overdue {
  readonly trashedUntil: Date;
  /** Leaves out what an undo brought back later, with an older date. */
  readonly shownUntil?: Date;
  readonly limit: number;
}

/**
 * Starts the permanent deletion of the given items, or of the oldest items trashed until a moment. Omits items that
 * were restored or whose deletion has already begun.
 */
export async function beginPurge(
  tx: Tx,
  purge: {
    readonly spaceId: string;
    readonly of: readonly string[] | Overdue;
    readonly now: Date;
  },
): Promise<readonly TrashedRow[]> {
  const { spaceId, of, now } = purge;
  const isTrash = sql`space_id = ${spaceId} and trashed_at is not null and purge_began_at is null`;
  const chosen =
    'trashedUntil' in of
      ? sql`array(select id from node where ${isTrash} and trashed_at <= ${of.trashedUntil} ${shown(of)}
          order by trashed_at, id limit ${of.limit})`
      : sql`${of}::uuid[]`;
  const query = sql<TrashedRow>`
    update node set purge_began_at = ${now} where ${isTrash} and id = any(${chosen})
    returning id, name`;
  return (await query.execute(tx)).rows;
}

function shown({ shownUntil }: Overdue): RawBuilder<unknown> {
  return shownUntil === undefined ? sql`` : sql`and updated_at <= ${shownUntil}`;
}

const isFree = sql<boolean>`not ${isOnHold(sql`node.space_id`)}`;

/**
 * Lists spaces, except those on hold, with items that were in the trash for longer than the space keeps them, and whose
 * permanent deletion has not begun. `installation` is what `readRetention` returned.
 */
export async function listSpacesWithTrash(
  db: Db,
  asked: { readonly installation: Retention; readonly now: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select space.id from space
    where space.hold_began_at is null and exists (
      select from node where node.space_id = space.id and purge_began_at is null
        and trashed_at <= ${asked.now}::timestamptz - ${retentionInEffect('trashDays', asked)} * interval '24 hours')
    order by space.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Counts items trashed until a time, up to `limit`. */
export async function countTrashedUntil(
  db: Db,
  { spaceId, until, limit }: { readonly spaceId: string; readonly until: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (
      select from node where space_id = ${spaceId} and purge_began_at is null and trashed_at <= ${until} limit ${limit}
    ) due`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listPurgingSpaces(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('node')
    .select('space_id')
    .distinct()
    .where('purge_began_at', 'is not', null)
    .where(isFree)
    .execute();
  return rows.map((row) => row.space_id);
}

const purging = (db: Db | Tx, spaceId: string) =>
  db.selectFrom('node').where('space_id', '=', spaceId).where('purge_began_at', 'is not', null);

export async function countPurging(db: Db | Tx, spaceId: string): Promise<number> {
  const row = await purging(db, spaceId).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return row.count;
}

export async function listPurgingFiles(
  tx: Tx,
  { spaceId, limit }: { readonly spaceId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await purging(tx, spaceId)
    .select('id')
    .where('kind', '=', 'file')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export interface PurgingFolder {
  readonly id: string;
  readonly parent_id: string | null;
  readonly is_empty: boolean;
}

export async function listPurgingFolders(
  tx: Tx,
  { spaceId, limit }: { readonly spaceId: string; readonly limit: number },
): Promise<readonly PurgingFolder[]> {
  const query = sql<PurgingFolder>`
    select id, parent_id,
      not exists (select from node child where child.space_id = ${spaceId} and child.parent_id = node.id) as is_empty
    from node
    where space_id = ${spaceId} and purge_began_at is not null and kind = 'folder'
    order by id limit ${limit}`;
  return (await query.execute(tx)).rows;
}

interface Key {
  readonly spaceId: string;
  readonly id: string;
}

/** Moves trashed items to another parent before their original folder is deleted, so that they stay in the trash. */
export async function liftTrash(tx: Tx, folder: Key & { readonly toId: string | null }): Promise<void> {
  await tx
    .updateTable('node')
    .set({ parent_id: folder.toId })
    .where('space_id', '=', folder.spaceId)
    .where('parent_id', '=', folder.id)
    .where('trashed_at', 'is not', null)
    .where('purge_began_at', 'is', null)
    .execute();
}

export async function findFolderIn(tx: Tx, folder: Key): Promise<string | undefined> {
  const row = await tx
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', folder.spaceId)
    .where('parent_id', '=', folder.id)
    .where('kind', '=', 'folder')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Lists the files and empty folders in a folder. */
export async function listLeavesIn(tx: Tx, folder: Key, limit: number): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    select id from node
    where space_id = ${folder.spaceId} and parent_id = ${folder.id}
      and not exists (select from node child where child.space_id = ${folder.spaceId} and child.parent_id = node.id)
    limit ${limit}`;
  return (await query.execute(tx)).rows.map((row) => row.id);
}

/** Deletes nodes that have no children. Returns the objects that no version refers to any more. */
export async function deleteNodes(
  tx: Tx,
  input: { readonly spaceId: string; readonly ids: readonly string[] },
): Promise<readonly string[]> {
  const versions = await tx
    .deleteFrom('version')
    .where('space_id', '=', input.spaceId)
    .where('node_id', '=', sql<string>`any(${input.ids}::uuid[])`)
    .returning('blob_id')
    .execute();
  await tx
    .deleteFrom('node')
    .where('space_id', '=', input.spaceId)
    .where('id', '=', sql<string>`any(${input.ids}::uuid[])`)
    .execute();
  return await withoutVersion(
    tx,
    versions.map((version) => version.blob_id),
  );
}

/** Those of the objects that no version refers to. */
export async function withoutVersion(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
  const blobIds = [...new Set(ids)];
  const kept = await tx
    .selectFrom('version')
    .select('blob_id')
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .execute();
  const isKept = new Set(kept.map((version) => version.blob_id));
  return blobIds.filter((id) => !isKept.has(id));
}
