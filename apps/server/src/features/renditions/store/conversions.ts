import { sql } from 'kysely';
import { countQueue, type QueueCount } from '../../../platform/db/count-queue.ts';
import type { Db } from '../../../platform/db/db.ts';

export interface ConversionRow {
  readonly node_id: string;
  /** The first entry of the object. Copies share its document. */
  readonly blob_id: string;
  readonly size_bytes: number;
  /** Null until the document is first requested. */
  readonly state: 'wanted' | 'ready' | 'none' | 'dropped' | null;
  readonly due_at: Date | null;
  readonly document_bytes: number | null;
}

export async function findConversion(
  db: Db,
  {
    spaceId,
    nodeId,
    versionId,
  }: { readonly spaceId: string; readonly nodeId: string; readonly versionId: string },
): Promise<ConversionRow | undefined> {
  const query = sql<ConversionRow>`
    select version.node_id, coalesce(blob.copy_of, blob.id) as blob_id, version.size_bytes,
      conversion.state, conversion.due_at, conversion.size_bytes as document_bytes
    from version
    join blob on blob.id = version.blob_id
    left join conversion on conversion.blob_id = coalesce(blob.copy_of, blob.id)
    where version.space_id = ${spaceId} and version.node_id = ${nodeId} and version.id = ${versionId}`;
  return (await query.execute(db)).rows[0];
}

interface Asked {
  readonly blobId: string;
  readonly extension: string;
  readonly now: Date;
}

/** Requests a document. The lock ensures that a trigger that gives up the object sees this row. */
export async function askForDocument(db: Db, { blobId, extension, now }: Asked): Promise<void> {
  await sql`
    with kept as (select id from blob where id = ${blobId} and state <> 'quarantined' for share)
    insert into conversion (blob_id, extension, state, asked_at, due_at)
    select id, ${extension}, 'wanted', ${now}, ${now} from kept
    on conflict (blob_id) do update
      set state = 'wanted', extension = excluded.extension, tries = 0,
        asked_at = excluded.asked_at, due_at = excluded.due_at
      where conversion.state in ('ready', 'none')`.execute(db);
}

export async function countWanted(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('conversion')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('state', '=', 'wanted')
    .executeTakeFirstOrThrow();
  return count;
}

export interface ClaimedDocument {
  readonly blob_id: string;
  readonly extension: string;
  /** The number of tries, including this one. */
  readonly tries: number;
  readonly key: string;
  readonly size_bytes: number;
}

/** Leases one document to this server. Other servers skip it. */
export async function claimDocument(
  db: Db,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<ClaimedDocument | undefined> {
  const query = sql<ClaimedDocument>`
    update conversion set due_at = ${leaseUntil}, tries = conversion.tries + 1
    from (
      select wanted.blob_id, blob.key, blob.size_bytes
      from conversion wanted join blob on blob.id = wanted.blob_id
      where wanted.state = 'wanted' and wanted.due_at <= ${now}
      order by wanted.asked_at, wanted.blob_id limit 1 for update of wanted skip locked
    ) as next
    where conversion.blob_id = next.blob_id
    returning conversion.blob_id, conversion.extension, conversion.tries, next.key, next.size_bytes`;
  return (await query.execute(db)).rows[0];
}

/** Marks a document as ready. Returns false if the object was deleted in the meantime. */
export async function setDocumentReady(db: Db, blobId: string, sizeBytes: number): Promise<boolean> {
  const changed = await db
    .updateTable('conversion')
    .set({ state: 'ready', size_bytes: sizeBytes })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'wanted')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Records that there is no document. It can be requested again after `until`. */
export async function setNoDocument(db: Db, blobId: string, until: Date): Promise<void> {
  await db
    .updateTable('conversion')
    .set({ state: 'none', due_at: until })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'wanted')
    .execute();
}

/** Ends the lease. `isCounted` is false if the attempt says nothing about the file. */
export async function setDocumentDue(
  db: Db,
  blobId: string,
  { at, isCounted }: { readonly at: Date; readonly isCounted: boolean },
): Promise<void> {
  await db
    .updateTable('conversion')
    .set({ due_at: at, ...(isCounted ? {} : { tries: sql<number>`greatest(tries - 1, 0)` }) })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'wanted')
    .execute();
}

/** Lists dropped documents, without those on which a server may still be working. */
export async function listDroppedDocuments(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('conversion')
    .select('blob_id')
    .where('state', '=', 'dropped')
    .where('due_at', '<=', now)
    .orderBy('blob_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.blob_id);
}

export async function forgetDocuments(db: Db, blobIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('conversion')
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .where('state', '=', 'dropped')
    .execute();
}

/** Those of the objects whose documents belong in the store. */
export async function listKeptDocuments(db: Db, blobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('conversion')
    .select('blob_id')
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .where('state', 'in', ['ready', 'wanted'])
    .execute();
  return new Set(rows.map((row) => row.blob_id));
}

export async function countUnconverted(db: Db): Promise<QueueCount> {
  return await countQueue(db, { rows: sql`conversion where state = 'wanted'`, at: sql`asked_at` });
}
