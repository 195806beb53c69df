import { sql } from 'kysely';
import { countQueue, type QueueCount } from '../../../platform/db/count-queue.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { languageOf } from '../../../platform/db/stems.ts';
import type { ReadText } from '../../../platform/texts/texts.ts';

interface VersionKey {
  readonly space_id: string;
  readonly node_id: string;
  /** The version whose text is read. Each version has its own text. */
  readonly version_id: string;
}

export interface ClaimedDocument extends VersionKey {
  /** The number of tries, including this one. */
  readonly tries: number;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly key: string;
  /** The first entry of the object. */
  readonly object_id: string;
}

/** Leases one document to this server, the newest first. Other servers skip it. */
export async function claimDocument(
  db: Db,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<ClaimedDocument | undefined> {
  const query = sql<ClaimedDocument>`
    update document set due_at = ${leaseUntil}, tries = document.tries + 1
    from (
      select own.space_id, own.node_id, version.media_type, version.size_bytes, blob.key,
        coalesce(blob.copy_of, blob.id) as object_id
      from document own
      join version on version.space_id = own.space_id and version.id = own.version_id
      join blob on blob.id = version.blob_id
      where own.state = 'waiting' and own.due_at <= ${now}
      order by own.due_at desc limit 1 for update of own skip locked
    ) as next
    where document.space_id = next.space_id and document.node_id = next.node_id
    returning document.space_id, document.node_id, document.version_id, document.tries, next.media_type,
      next.size_bytes, next.key, next.object_id`;
  return (await query.execute(db)).rows[0];
}

/** Takes the text from a copy that was read before. Returns false if there is none. */
export async function copyText(db: Db, claimed: ClaimedDocument): Promise<boolean> {
  const copied = await sql`
    update document set state = 'ready', object_id = same.object_id, language = same.language, text = same.text,
      folded = same.folded, folded_starts = same.folded_starts, text_starts = same.text_starts, words = same.words
    from (
      select * from document where object_id = ${claimed.object_id} and state = 'ready' limit 1
    ) as same
    where ${isStill(claimed)}`.execute(db);
  return (copied.numAffectedRows ?? 0n) > 0n;
}

/**
 * The number of words that determine the language. The most frequent words are mostly stop words, so a few are enough.
 */
const FREQUENT_WORDS = 300;

/** Saves the text, unless the file has a newer version. */
export async function setText(db: Db, claimed: ClaimedDocument, read: ReadText): Promise<void> {
  const frequent = read.words.slice(0, FREQUENT_WORDS);
  await sql`
    with spoken as materialized (${languageOf(frequent)}),
    stemmed as (
      select coalesce(array_agg(distinct '-' || spoken.code || '-' || stem), '{}') as stems
      from spoken, unnest(${read.words}::text[]) as word, unnest(ts_lexize(spoken.dictionary, word)) as stem
    )
    update document set state = 'ready', object_id = ${claimed.object_id}, text = ${read.text}, folded = ${read.folded},
      folded_starts = ${read.foldedStarts}::int[], text_starts = ${read.textStarts}::int[],
      language = (select code from spoken),
      words = ${read.vector}::tsvector || array_to_tsvector((select stems from stemmed))
    where ${isStill(claimed)}`.execute(db);
}

export async function setNoText(db: Db, claimed: ClaimedDocument, state: 'none' | 'failed'): Promise<void> {
  await sql`update document set state = ${state} where ${isStill(claimed)}`.execute(db);
}

/** Ends the lease. `isCounted` is false if the attempt says nothing about the file. */
export async function setDocumentDue(
  db: Db,
  claimed: ClaimedDocument,
  { at, isCounted }: { readonly at: Date; readonly isCounted: boolean },
): Promise<void> {
  await sql`
    update document set due_at = ${at}, tries = ${claimed.tries - (isCounted ? 0 : 1)}
    where ${isStill(claimed)}`.execute(db);
}

/** Deletes texts, for an installation without search in contents. Returns the number of deleted texts. */
export async function forgetTexts(db: Db, limit: number): Promise<number> {
  const forgotten = await sql`
    update document set state = 'waiting', tries = 0, object_id = null, language = null, text = null, folded = null,
      folded_starts = null, text_starts = null, words = null
    from (select space_id, node_id from document where state = 'ready' limit ${limit}) as kept
    where document.space_id = kept.space_id and document.node_id = kept.node_id`.execute(db);
  return Number(forgotten.numAffectedRows ?? 0n);
}

function isStill({ space_id: spaceId, node_id: nodeId, version_id: versionId }: VersionKey) {
  return sql`document.space_id = ${spaceId} and document.node_id = ${nodeId}
    and document.version_id = ${versionId} and document.state = 'waiting'`;
}

export async function countUnread(db: Db): Promise<QueueCount & { readonly failed: number }> {
  const waiting = await countQueue(db, { rows: sql`document where state = 'waiting'`, at: sql`due_at` });
  const failed = await countQueue(db, { rows: sql`document where state = 'failed'`, at: sql`due_at` });
  return { ...waiting, failed: failed.waiting };
}

/** Queues files again whose reading failed, and returns their number. */
export async function readFailedAgain(db: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update document set state = 'waiting', tries = 0, due_at = ${now} where state = 'failed'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
