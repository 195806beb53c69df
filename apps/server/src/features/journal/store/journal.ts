import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { JournalState } from '../model.ts';

export async function findJournal(db: Db | Tx): Promise<JournalState | undefined> {
  const row = await db.selectFrom('journal').selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    sequence: row.sequence,
    hash: row.hash,
    rowsSince: row.rows_since,
    segmentsSince: row.segments_since,
    snapshotAt: row.snapshot_at,
    snapshotRows: row.snapshot_rows,
    snapshotSequence: row.snapshot_sequence,
  };
}

export async function insertJournal(
  db: Db | Tx,
  journal: { readonly id: string; readonly sequence: number; readonly hash: string; readonly now: Date },
): Promise<void> {
  const { id, sequence, hash, now } = journal;
  await db
    .insertInto('journal')
    .values({ id, sequence, hash, snapshot_at: null, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the database has people. Without people it has no files, and a rebuild may be about to fill it. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Advances the journal by one segment. Returns false if another server did so first. */
export async function advanceJournal(
  tx: Tx,
  step: {
    readonly from: JournalState;
    readonly hash: string;
    readonly rows: number;
    readonly markIds: readonly number[];
    readonly now: Date;
  },
): Promise<boolean> {
  const { from, hash, rows, markIds, now } = step;
  const advanced = await tx
    .updateTable('journal')
    .set((set) => ({
      sequence: from.sequence + 1,
      hash,
      rows_since: set('rows_since', '+', rows),
      segments_since: set('segments_since', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', from.id)
    .where('sequence', '=', from.sequence)
    .where('hash', '=', from.hash)
    .executeTakeFirst();
  if (advanced.numUpdatedRows === 0n) return false;
  await sql`delete from journal_pending where id = any(${markIds}::bigint[])`.execute(tx);
  return true;
}

/** Records a snapshot. Rows and segments that it covers no longer count for the next one. */
export async function noteSnapshot(
  db: Db,
  snapshot: { readonly from: JournalState; readonly rows: number; readonly at: Date },
): Promise<void> {
  const { from, rows, at } = snapshot;
  await db
    .updateTable('journal')
    .set((set) => ({
      snapshot_at: at,
      snapshot_rows: rows,
      snapshot_sequence: from.sequence,
      rows_since: set('rows_since', '-', from.rowsSince),
      segments_since: set('segments_since', '-', from.segmentsSince),
    }))
    .where('id', '=', from.id)
    .execute();
}

export async function demandSnapshot(db: Db, journalId: string): Promise<void> {
  await db.updateTable('journal').set({ snapshot_at: null }).where('id', '=', journalId).execute();
}

/**
 * Raises the idle timeout of the transaction, for a store that takes long to write a part. Takes no snapshot of the
 * database yet.
 */
export async function allowWaiting(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx);
}
