import type { AuditRow } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Link } from '../model.ts';

/** The id of the lock. Arbitrary, but must never change. */
const CHAIN_LOCK = 4_207_850;
/** Limits the parameters of a statement, of which PostgreSQL accepts at most 65,535. */
const ROWS_PER_STATEMENT = 1_000;

/** Locks the chain until the commit. Must be the last lock of a transaction. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHAIN_LOCK)})`.execute(tx);
}

/** The newest row. Undefined while the trail is empty. */
export async function findHead(db: Db | Tx): Promise<Link | undefined> {
  return await db
    .selectFrom('audit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertRows(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    const values = rows.slice(first, first + ROWS_PER_STATEMENT).map((row) => ({
      sequence: row.sequence,
      at: new Date(row.at),
      actor_kind: row.actor.kind,
      actor_id: row.actor.id,
      actor_name: row.actor.name,
      address: row.address,
      action: row.action,
      subject_kind: row.subject?.kind ?? null,
      subject_id: row.subject?.id ?? null,
      subject_name: row.subject?.name ?? null,
      outcome: row.outcome,
      facts: JSON.stringify(row.facts),
      previous: row.previous,
      hash: row.hash,
    }));
    await tx.insertInto('audit').values(values).execute();
  }
}
