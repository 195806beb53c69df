import { sql } from 'kysely';
import type { RequestKind, RequestTerms } from '@coffer/contracts';
import { REQUEST_KINDS, SERVER_LIMITS } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface HandInRow {
  readonly id: string;
  readonly link_id: string;
  readonly guest_name: string;
  readonly guest_email: string;
  readonly folder_id: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export interface HandInFolderRow {
  readonly node_id: string;
  readonly path: readonly string[];
}

function valuesOf(terms: RequestTerms) {
  return {
    message: terms.message,
    asks_name: terms.asksName,
    asks_email: terms.asksEmail,
    files_max: terms.filesMax,
    bytes_max: terms.bytesMax,
    kinds: [...new Set(terms.kinds)].join(','),
  };
}

export async function insertTerms(tx: Tx, linkId: string, terms: RequestTerms): Promise<void> {
  await tx
    .insertInto('file_request')
    .values({ link_id: linkId, ...valuesOf(terms) })
    .execute();
}

export async function changeTerms(tx: Tx, linkId: string, terms: RequestTerms): Promise<void> {
  await tx.updateTable('file_request').set(valuesOf(terms)).where('link_id', '=', linkId).execute();
}

/** The terms of links by link id. Links without terms are left out. */
export async function listTerms(
  db: Db | Tx,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, RequestTerms>> {
  if (linkIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('file_request')
    .select(['link_id', 'message', 'asks_name', 'asks_email', 'files_max', 'bytes_max', 'kinds'])
    .where('link_id', '=', sql<string>`any(${linkIds}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.link_id,
      {
        message: row.message,
        asksName: row.asks_name,
        asksEmail: row.asks_email,
        filesMax: row.files_max,
        bytesMax: row.bytes_max,
        kinds: kindsIn(row.kinds),
      },
    ]),
  );
}

function kindsIn(text: string): RequestKind[] {
  const named = text.split(',');
  return REQUEST_KINDS.filter((kind) => named.includes(kind));
}

const handIns = (db: Db | Tx) =>
  db
    .selectFrom('hand_in')
    .select(['id', 'link_id', 'guest_name', 'guest_email', 'folder_id', 'created_at', 'finished_at']);

export async function findHandInByKey(
  db: Db | Tx,
  { linkId, keyHash }: { readonly linkId: string; readonly keyHash: string },
): Promise<HandInRow | undefined> {
  return await handIns(db).where('key_hash', '=', keyHash).where('link_id', '=', linkId).executeTakeFirst();
}

export async function findHandIn(db: Db | Tx, id: string): Promise<HandInRow | undefined> {
  return await handIns(db).where('id', '=', id).executeTakeFirst();
}

/** Lists the hand-ins of a link, newest first. */
export async function listHandInsOf(
  db: Db | Tx,
  { linkId, limit }: { readonly linkId: string; readonly limit: number },
): Promise<readonly HandInRow[]> {
  return await handIns(db).where('link_id', '=', linkId).orderBy('id', 'desc').limit(limit).execute();
}

/** Counts the hand-ins of a link. Those without a file count only if they were begun after `since`. */
export async function countHandIns(
  tx: Tx,
  { linkId, since }: { readonly linkId: string; readonly since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('hand_in')
    .select(sql<number>`count(*)`.as('count'))
    .where('link_id', '=', linkId)
    .where((eb) => eb.or([eb('arrived_files', '>', 0), eb('created_at', '>', since)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Filters the links that have the maximum number of hand-ins with files. */
export async function listWithAllHandIns(
  db: Db | Tx,
  linkIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (linkIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('hand_in')
    .select('link_id')
    .where('link_id', '=', sql<string>`any(${linkIds}::uuid[])`)
    .where('arrived_files', '>', 0)
    .groupBy('link_id')
    .having(sql<number>`count(*)`, '>=', SERVER_LIMITS.requestHandInsMax)
    .execute();
  return new Set(rows.map((row) => row.link_id));
}

/** Counts the folders that guests of a link have created, including deleted ones. */
export async function countGuestFolders(tx: Tx, linkId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('hand_in_folder')
    .innerJoin('hand_in', 'hand_in.id', 'hand_in_folder.hand_in_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('hand_in.link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertHandIn(
  tx: Tx,
  handIn: {
    readonly id: string;
    readonly linkId: string;
    readonly keyHash: string;
    readonly name: string;
    readonly email: string;
    readonly folderId: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('hand_in')
    .values({
      id: handIn.id,
      link_id: handIn.linkId,
      key_hash: handIn.keyHash,
      guest_name: handIn.name,
      guest_email: handIn.email,
      folder_id: handIn.folderId,
      created_at: handIn.now,
      finished_at: null,
    })
    .execute();
}

/** Records when hand-ins were finished. Returns false, and keeps the earlier times, if all were already finished. */
export async function finishHandIns(
  tx: Tx,
  of: { readonly by: 'id' | 'link_id'; readonly id: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('hand_in')
    .set({ finished_at: of.now })
    .where(of.by, '=', of.id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertHandInFolder(
  tx: Tx,
  folder: { readonly nodeId: string; readonly handInId: string; readonly path: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('hand_in_folder')
    .values({ node_id: folder.nodeId, hand_in_id: folder.handInId, path: JSON.stringify(folder.path) })
    .execute();
}

export async function listHandInFolders(
  db: Db | Tx,
  { handInId, limit }: { readonly handInId: string; readonly limit: number },
): Promise<readonly HandInFolderRow[]> {
  return await db
    .selectFrom('hand_in_folder')
    .select(['node_id', 'path'])
    .where('hand_in_id', '=', handInId)
    .limit(limit)
    .execute();
}
