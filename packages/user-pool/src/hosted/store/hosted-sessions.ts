import type { Db, Tx } from '../../store/database/database.ts';

export interface HostedSession {
  readonly sessionHash: Buffer;
  readonly poolId: string;
  readonly accountId: string;
  /** The external issuer. Null for a sign-in at the pool itself. */
  readonly provider: string | null;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
}

export async function insertHostedSession(db: Db | Tx, session: HostedSession): Promise<void> {
  await db
    .insertInto('hosted_session')
    .values({
      session_hash: session.sessionHash,
      pool_id: session.poolId,
      account_id: session.accountId,
      provider: session.provider,
      authenticated_at: session.authenticatedAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export async function findHostedSession(
  db: Db | Tx,
  sessionHash: Buffer,
): Promise<HostedSession | undefined> {
  const row = await db
    .selectFrom('hosted_session')
    .select(['session_hash', 'pool_id', 'account_id', 'provider', 'authenticated_at', 'expires_at'])
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
  return (
    row && {
      sessionHash: row.session_hash,
      poolId: row.pool_id,
      accountId: row.account_id,
      provider: row.provider,
      authenticatedAt: row.authenticated_at,
      expiresAt: row.expires_at,
    }
  );
}

export async function deleteHostedSession(db: Db | Tx, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('hosted_session').where('session_hash', '=', sessionHash).execute();
}
