import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { LiveSession } from '../model.ts';

export interface NewSession {
  readonly id: string;
  /** Null for the user pool. */
  readonly issuerId: string | null;
  /** The issuer's session id (`sid`). `issuerSubject` is its `sub`. */
  readonly issuerSid?: string | undefined;
  readonly issuerSubject?: string;
  readonly userId: string;
  readonly username: string;
  readonly accessTokenSealed: string;
  readonly refreshTokenSealed: string;
  readonly accessExpiresAt: Date;
  readonly deviceLabel: string;
  readonly address: string;
  readonly now: Date;
  /** When the person proved who they are. Null if the issuer does not say. */
  readonly provedAt: Date | null;
  readonly expiresAt: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      user_id: session.userId,
      kind: session.issuerId === null ? 'pool' : 'oidc',
      issuer_id: session.issuerId,
      issuer_sid: session.issuerSid ?? null,
      issuer_subject: session.issuerSubject ?? null,
      replaced_by: null,
      username: session.username,
      access_token_sealed: session.accessTokenSealed,
      refresh_token_sealed: session.refreshTokenSealed,
      access_expires_at: session.accessExpiresAt,
      refresh_lease_until: null,
      refresh_retry_at: null,
      device_label: session.deviceLabel,
      address: session.address,
      created_at: session.now,
      proved_at: session.provedAt,
      last_seen_at: session.now,
      checked_at: session.now,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** Finds a session that has neither ended nor expired, of an active person. One indexed read. */
export async function findLiveSession(
  db: Db | Tx,
  key: { readonly id: string; readonly now: Date; readonly seenAfter: Date },
): Promise<LiveSession | undefined> {
  return await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.user_id',
      'session.issuer_id',
      'user.username',
      'user.name',
      'user.email',
      'user.picture_id',
      'user.role',
      'session.last_seen_at',
      'session.checked_at',
      'session.access_expires_at',
      'session.expires_at',
    ])
    .where('session.id', '=', key.id)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', key.now)
    .where('session.last_seen_at', '>', key.seenAfter)
    .where('user.status', '=', 'active')
    .executeTakeFirst();
}

export async function findSignIn(
  db: Db | Tx,
  sessionId: string,
): Promise<{ readonly proved_at: Date | null; readonly issuer_id: string | null } | undefined> {
  return await db
    .selectFrom('session')
    .select(['proved_at', 'issuer_id'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Like {@link findLiveSession}, for many sessions. */
export async function filterLiveSessions(
  db: Db,
  key: { readonly ids: readonly string[]; readonly now: Date; readonly seenAfter: Date },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', '=', sql<string>`any(${key.ids})`)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', key.now)
    .where('session.last_seen_at', '>', key.seenAfter)
    .where('user.status', '=', 'active')
    .execute();
  return rows.map((row) => row.id);
}

/** Records the use of a session. Only one of several concurrent calls writes. */
export async function touchSession(
  db: Db,
  key: { readonly id: string; readonly userId: string; readonly now: Date; readonly seenBefore: Date },
): Promise<void> {
  const touched = await db
    .updateTable('session')
    .set({ last_seen_at: key.now })
    .where('id', '=', key.id)
    .where('last_seen_at', '<=', key.seenBefore)
    .executeTakeFirst();
  if (touched.numUpdatedRows === 0n) return;
  await db.updateTable('user').set({ last_seen_at: key.now }).where('id', '=', key.userId).execute();
}

/** Claims the pool check of a session. Only one of several concurrent calls gets true. */
export async function claimCheck(
  db: Db,
  key: { readonly id: string; readonly now: Date; readonly checkedBefore: Date },
): Promise<boolean> {
  const claimed = await db
    .updateTable('session')
    .set({ checked_at: key.now })
    .where('id', '=', key.id)
    .where((where) =>
      where.or([where('checked_at', 'is', null), where('checked_at', '<=', key.checkedBefore)]),
    )
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

export interface SessionTokens {
  readonly issuer_id: string | null;
  readonly access_token_sealed: string;
  readonly refresh_token_sealed: string;
  readonly access_expires_at: Date;
  readonly refresh_lease_until: Date | null;
  readonly refresh_retry_at: Date | null;
}

const TOKEN_COLUMNS = [
  'issuer_id',
  'access_token_sealed',
  'refresh_token_sealed',
  'access_expires_at',
  'refresh_lease_until',
  'refresh_retry_at',
] as const;

export async function findSessionTokens(db: Db, id: string): Promise<SessionTokens | undefined> {
  return await db
    .selectFrom('session')
    .select(TOKEN_COLUMNS)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Claims the refresh of a session. False if it is already claimed, or was changed since `seen`. [Note: Claims] */
export async function claimRefresh(
  db: Db,
  claim: { readonly id: string; readonly seen: SessionTokens; readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const claimed = await db
    .updateTable('session')
    .set({ refresh_lease_until: claim.until })
    .where('id', '=', claim.id)
    .where('revoked_at', 'is', null)
    .where('refresh_token_sealed', '=', claim.seen.refresh_token_sealed)
    .where('access_token_sealed', '=', claim.seen.access_token_sealed)
    .where((where) =>
      where.or([where('refresh_lease_until', 'is', null), where('refresh_lease_until', '<=', claim.now)]),
    )
    .where((where) =>
      where.or([where('refresh_retry_at', 'is', null), where('refresh_retry_at', '<=', claim.now)]),
    )
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Stores new tokens. Returns false if the session has ended or was refreshed in the meantime. */
export async function replaceTokens(
  db: Db | Tx,
  tokens: {
    readonly id: string;
    readonly replaces: SessionTokens;
    readonly accessTokenSealed: string;
    readonly refreshTokenSealed: string;
    readonly accessExpiresAt: Date;
  },
): Promise<boolean> {
  const replaced = await db
    .updateTable('session')
    .set({
      access_token_sealed: tokens.accessTokenSealed,
      refresh_token_sealed: tokens.refreshTokenSealed,
      access_expires_at: tokens.accessExpiresAt,
      refresh_lease_until: null,
      refresh_retry_at: null,
    })
    .where('id', '=', tokens.id)
    .where('revoked_at', 'is', null)
    .where('refresh_token_sealed', '=', tokens.replaces.refresh_token_sealed)
    .executeTakeFirst();
  return replaced.numUpdatedRows === 1n;
}

/** Releases the claim and sets the next try after an inconclusive refresh. */
export async function postponeRefresh(
  db: Db,
  key: { readonly id: string; readonly replaces: SessionTokens; readonly retryAt: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ refresh_lease_until: null, refresh_retry_at: key.retryAt })
    .where('id', '=', key.id)
    .where('refresh_token_sealed', '=', key.replaces.refresh_token_sealed)
    .execute();
}

export interface EndingSession {
  readonly user_id: string;
  readonly refresh_token_sealed: string;
  readonly issuer_id: string | null;
  readonly replaced_by: string | null;
}

/** Locks a session. Undefined if it has ended. */
export async function lockSession(tx: Tx, id: string): Promise<EndingSession | undefined> {
  return await tx
    .selectFrom('session')
    .select(['user_id', 'refresh_token_sealed', 'issuer_id', 'replaced_by'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends a session and clears its tokens. */
export async function killSession(tx: Tx, key: { readonly id: string; readonly now: Date }): Promise<void> {
  await tx
    .updateTable('session')
    .set({
      revoked_at: key.now,
      access_token_sealed: '',
      refresh_token_sealed: '',
      refresh_lease_until: null,
      refresh_retry_at: null,
    })
    .where('id', '=', key.id)
    .execute();
}

/** Marks a session as replaced. It ends at `expiresAt`, or earlier at its own expiry. */
export async function replaceSession(
  tx: Tx,
  change: { readonly id: string; readonly successorId: string; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({
      replaced_by: change.successorId,
      expires_at: sql<Date>`least(expires_at, ${change.expiresAt}::timestamptz)`,
    })
    .where('id', '=', change.id)
    .execute();
}

/** The session that replaced this one. Read without a lock, because sessions must be locked from newer to older. */
export async function findSuccessor(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('session').select('replaced_by').where('id', '=', id).executeTakeFirst();
  return row?.replaced_by ?? undefined;
}

/** Lists the sessions that this one replaced and that have not ended. */
export async function listReplacedSessions(tx: Tx, successorId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('replaced_by', '=', successorId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the sessions of an issuer, limited to `sid` and `subject` if given. */
export async function listSessionsOfIssuer(
  tx: Tx,
  key: {
    readonly issuerId: string;
    readonly sid: string | undefined;
    readonly subject: string | undefined;
  },
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('issuer_id', '=', key.issuerId)
    .where('revoked_at', 'is', null)
    .$if(key.sid !== undefined, (query) => query.where('issuer_sid', '=', key.sid ?? ''))
    .$if(key.subject !== undefined, (query) => query.where('issuer_subject', '=', key.subject ?? ''))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the sessions of a person. Newest first, because a session must be locked before the one that it replaced. */
export async function listSessionsOfPerson(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Lists expired and idle sessions, oldest first. */
export async function listOverdueSessions(
  db: Db,
  key: { readonly now: Date; readonly seenBefore: Date; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([where('expires_at', '<=', key.now), where('last_seen_at', '<=', key.seenBefore)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(key.limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteEndedSessions(db: Db, endedBefore: Date): Promise<void> {
  await db.deleteFrom('session').where('revoked_at', '<=', endedBefore).execute();
}
