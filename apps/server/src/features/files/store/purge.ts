import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** Something in the trash whose time is over. */
export interface TrashedRow {
  readonly space_id: string;
  readonly id: string;
  readonly name: string;
  readonly trashed_by: string | null;
  readonly created_by: string;
}

const COLUMNS = ['space_id', 'id', 'name', 'trashed_by', 'created_by'] as const;

/** What was trashed at `until` or before, the oldest first, behind `after`. */
export async function listTrashedUntil(
  db: Db,
  input: { readonly until: Date; readonly after: string | undefined; readonly limit: number },
): Promise<readonly TrashedRow[]> {
  let query = db
    .selectFrom('node')
    .select(COLUMNS)
    .where('trashed_at', '<=', input.until)
    .orderBy('id')
    .limit(input.limit);
  if (input.after !== undefined) query = query.where('id', '>', input.after);
  return await query.execute();
}

interface Key {
  readonly spaceId: string;
  readonly id: string;
}

/** Notes that a node begins to go for good, if it still lies in the trash since `until` or longer. */
export async function beginPurge(
  tx: Tx,
  node: Key & { readonly until: Date; readonly now: Date },
): Promise<TrashedRow | undefined> {
  return await tx
    .updateTable('node')
    .set({ purge_began_at: sql<Date>`coalesce(purge_began_at, ${node.now}::timestamptz)` })
    .where('space_id', '=', node.spaceId)
    .where('id', '=', node.id)
    .where('trashed_at', '<=', node.until)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Any folder in a folder, trashed or not. */
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

/** Some files of a folder, trashed or not. */
export async function listFilesIn(tx: Tx, folder: Key, limit: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', folder.spaceId)
    .where('parent_id', '=', folder.id)
    .where('kind', '=', 'file')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes nodes that nothing lies in, with their versions. Returns the objects that no version has any more. */
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
  const blobIds = [...new Set(versions.map((version) => version.blob_id))];
  const kept = await tx
    .selectFrom('version')
    .select('blob_id')
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .execute();
  const isKept = new Set(kept.map((version) => version.blob_id));
  return blobIds.filter((id) => !isKept.has(id));
}

/** True while the node is there. */
export async function isThere(tx: Tx, node: Key): Promise<'folder' | 'file' | undefined> {
  const row = await tx
    .selectFrom('node')
    .select('kind')
    .where('space_id', '=', node.spaceId)
    .where('id', '=', node.id)
    .where('purge_began_at', 'is not', null)
    .executeTakeFirst();
  return row?.kind;
}
