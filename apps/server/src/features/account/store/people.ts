import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface SessionRow {
  readonly id: string;
  readonly device_label: string;
  readonly address: string;
  readonly issuer_id: string | null;
  readonly replaced_by: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

/** Lists live sessions of a person, most recently used first. */
export async function listLiveSessions(
  db: Db | Tx,
  key: { readonly userId: string; readonly now: Date; readonly seenAfter: Date },
): Promise<readonly SessionRow[]> {
  return await db
    .selectFrom('session')
    .select([
      'id',
      'device_label',
      'address',
      'issuer_id',
      'replaced_by',
      'created_at',
      'last_seen_at',
      'expires_at',
    ])
    .where('user_id', '=', key.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', key.now)
    .where('last_seen_at', '>', key.seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(1_000)
    .execute();
}

export async function renamePerson(
  db: Db | Tx,
  change: { readonly userId: string; readonly name: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('user')
    .set((set) => ({ name: change.name, updated_at: change.now, revision: set('revision', '+', 1) }))
    .where('id', '=', change.userId)
    .execute();
}

export async function changePersonEmail(
  db: Db | Tx,
  change: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('user')
    .set((set) => ({
      email: change.email,
      email_verified: true,
      updated_at: change.now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', change.userId)
    .execute();
}

/** Marks a person as removed. Their files stay for an administrator to hand over. */
export async function markRemoved(
  tx: Tx,
  change: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ status: 'removed', updated_at: change.now, revision: set('revision', '+', 1) }))
    .where('id', '=', change.userId)
    .execute();
}

export async function isEmailVerified(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_verified === true;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  change: { readonly userId: string; readonly hashes: readonly string[]; readonly now: Date },
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', change.userId).execute();
  if (change.hashes.length === 0) return;
  await tx
    .insertInto('recovery_code')
    .values(change.hashes.map((code_hash) => ({ user_id: change.userId, code_hash, created_at: change.now })))
    .execute();
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findByRecoveryCode(
  db: Db | Tx,
  key: { readonly issuer: string; readonly username: string; readonly hash: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('recovery_code')
    .innerJoin('user', 'user.id', 'recovery_code.user_id')
    .select('recovery_code.user_id')
    .where('recovery_code.code_hash', '=', key.hash)
    .where('user.issuer', '=', key.issuer)
    .where('user.username', '=', key.username)
    .where('user.status', '=', 'active')
    .executeTakeFirst();
  return row?.user_id;
}

/** Finds an active person by the user name, or else the verified e-mail address, that they typed for the pool. */
export async function findByTypedName(
  db: Db | Tx,
  { issuer, typed }: { readonly issuer: string; readonly typed: string },
): Promise<string | undefined> {
  const name = typed.trim().toLowerCase();
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('issuer', '=', issuer)
    .where('status', '=', 'active')
    .where((where) =>
      where.or([
        where(sql`lower(username)`, '=', name),
        where.and([where(sql`lower(email)`, '=', name), where('email_verified', '=', true)]),
      ]),
    )
    .orderBy(sql`lower(username) = ${name}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function forgetRecoveryCodes(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}
