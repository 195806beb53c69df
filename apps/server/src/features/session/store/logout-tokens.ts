import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** Consumes a logout token. Returns true for only one call per token. */
export async function insertLogoutToken(
  tx: Tx,
  token: {
    readonly issuerId: string;
    readonly jtiHash: string;
    readonly sid: string | undefined;
    readonly subject: string | undefined;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('logout_token')
    .values({
      issuer_id: token.issuerId,
      jti_hash: token.jtiHash,
      issuer_sid: token.sid ?? null,
      issuer_subject: token.subject ?? null,
      received_at: token.now,
      expires_at: token.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Whether the issuer has already ended the session that is being created. */
export async function isSignedOutAlready(
  tx: Tx,
  key: { readonly issuerId: string; readonly sid: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('logout_token')
    .select('jti_hash')
    .where('issuer_id', '=', key.issuerId)
    .where('issuer_sid', '=', key.sid)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldLogoutTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('logout_token').where('expires_at', '<=', now).execute();
}

/** Serializes sign-ins and sign-outs of an issuer, so that a sign-out cannot miss a session that is being created. */
export async function lockIssuer(tx: Tx, issuerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`issuer ${issuerId}`}, 0))`.execute(tx);
}
