import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface RevocationRow {
  readonly id: string;
  readonly refresh_token_sealed: string;
  readonly issuer_id: string | null;
  readonly tries: number;
  readonly created_at: Date;
}

export async function insertRevocation(
  db: Db | Tx,
  revocation: {
    readonly id: string;
    readonly refreshTokenSealed: string;
    readonly issuerId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto('token_revocation')
    .values({
      id: revocation.id,
      refresh_token_sealed: revocation.refreshTokenSealed,
      issuer_id: revocation.issuerId,
      tries: 0,
      next_try_at: revocation.now,
      created_at: revocation.now,
    })
    .execute();
}

/**
 * Claims due revocations by postponing each row before its try, doubling from `pauseMs` to `pauseMaxMs`. So no other
 * server takes the row, and a crash loses none.
 */
export async function claimRevocations(
  db: Db,
  claim: {
    readonly now: Date;
    readonly limit: number;
    readonly pauseMs: number;
    readonly pauseMaxMs: number;
    readonly id?: string;
  },
): Promise<readonly RevocationRow[]> {
  const due = db
    .selectFrom('token_revocation')
    .select('id')
    .where('next_try_at', '<=', claim.now)
    .$if(claim.id !== undefined, (query) => query.where('id', '=', claim.id ?? ''))
    .orderBy('next_try_at')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked();
  return await db
    .updateTable('token_revocation')
    .set({
      tries: sql<number>`tries + 1`,
      next_try_at: sql<Date>`${claim.now}::timestamptz + least(${claim.pauseMs} * 2 ^ least(tries, 30), ${claim.pauseMaxMs}) * interval '1 millisecond'`,
    })
    .where('id', 'in', due)
    .returning(['id', 'refresh_token_sealed', 'issuer_id', 'tries', 'created_at'])
    .execute();
}

/** Returns false if the row was already deleted. */
export async function deleteRevocation(db: Db, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('token_revocation').where('id', '=', id).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
