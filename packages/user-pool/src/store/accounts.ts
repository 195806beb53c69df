import { type Expression, type SqlBool, sql } from 'kysely';
import {
  ACCOUNT_COLUMNS,
  type Account,
  type Attributes,
  type Credential,
  type Identity,
  type StoredCredential,
  toAccount,
} from './account-row.ts';
import type { AccountStatus, Db, Tx } from './database/database.ts';

export {
  type Account,
  type Attributes,
  type Credential,
  type Identity,
  type StoredCredential,
  storedCredentialSchema,
} from './account-row.ts';

export async function findAccount(
  db: Db | Tx,
  poolId: string,
  accountId: string,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .select(ACCOUNT_COLUMNS)
    .where('pool_id', '=', poolId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Unordered; omits deleted accounts. */
export async function listAccountsById(
  db: Db | Tx,
  poolId: string,
  ids: readonly string[],
): Promise<readonly Account[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('account')
    .select(ACCOUNT_COLUMNS)
    .where('pool_id', '=', poolId)
    .where('id', 'in', ids)
    .limit(ids.length)
    .execute();
  return rows.map(toAccount);
}

/** Serializes changes of one account until the transaction ends. */
export async function lockAccount(tx: Tx, poolId: string, accountId: string): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('account')
    .select(ACCOUNT_COLUMNS)
    .where('pool_id', '=', poolId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

export interface NewAccount {
  readonly id: string;
  readonly poolId: string;
  readonly username: string;
  readonly usernameKey: string;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly preferredUsernameKey: string | null;
  readonly status: AccountStatus;
  readonly attributes: Attributes;
  readonly credential: Credential | undefined;
  readonly temporaryPasswordExpiresAt: Date | null;
  readonly identities?: readonly Identity[];
  readonly now: Date;
}

export async function insertAccount(db: Db | Tx, account: NewAccount): Promise<Account | undefined> {
  const row = await db
    .insertInto('account')
    .values({
      id: account.id,
      pool_id: account.poolId,
      username: account.username,
      username_key: account.usernameKey,
      email_key: account.emailKey,
      phone_key: account.phoneKey,
      preferred_username_key: account.preferredUsernameKey,
      status: account.status,
      is_enabled: true,
      attributes: JSON.stringify(account.attributes),
      salt: account.credential?.salt ?? null,
      verifier_sealed: account.credential?.verifierSealed ?? null,
      identities: JSON.stringify(account.identities ?? []),
      temporary_password_expires_at: account.temporaryPasswordExpiresAt,
      is_totp_enabled: false,
      preferred_mfa: null,
      created_at: account.now,
      updated_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Does the work of an insert under unused names, then undoes it. */
export async function insertAndUndo(tx: Tx, account: NewAccount): Promise<void> {
  const { id } = account;
  const keys = { usernameKey: id, emailKey: id, phoneKey: null, preferredUsernameKey: null };
  await sql`savepoint undone`.execute(tx);
  await insertAccount(tx, { ...account, ...keys });
  await sql`rollback to savepoint undone`.execute(tx);
}

export interface PasswordChange {
  readonly credential: Credential;
  readonly status: AccountStatus;
  readonly temporaryPasswordExpiresAt: Date | null;
  /** Compare-and-set, so that two concurrent changes cannot both succeed. */
  readonly replaces?: Credential;
  readonly attributes?: Attributes;
  /** Sealed earlier passwords, newest first. */
  readonly history?: readonly StoredCredential[];
  readonly now: Date;
}

/** Also ends unfinished sign-ins. False if `replaces` no longer matches. */
export async function updatePassword(tx: Tx, accountId: string, change: PasswordChange): Promise<boolean> {
  const updated = await tx
    .updateTable('account')
    .set({
      salt: change.credential.salt,
      verifier_sealed: change.credential.verifierSealed,
      status: change.status,
      temporary_password_expires_at: change.temporaryPasswordExpiresAt,
      updated_at: change.now,
      ...(change.attributes === undefined ? {} : { attributes: JSON.stringify(change.attributes) }),
      ...(change.history === undefined ? {} : { password_history_sealed: JSON.stringify(change.history) }),
    })
    .where('id', '=', accountId)
    .$if(change.replaces !== undefined, (query) =>
      // Salts are unique; the sealed verifier changes when resealed.
      query.where('salt', '=', change.replaces?.salt ?? Buffer.alloc(0)),
    )
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  await endSignIns(tx, accountId, change.now);
  return true;
}

export async function updateEnabled(
  tx: Tx,
  accountId: string,
  change: { isEnabled: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ is_enabled: change.isEnabled, updated_at: change.now })
    .where('id', '=', accountId)
    .execute();
  if (!change.isEnabled) await endSignIns(tx, accountId, change.now);
}

/** Ends everything that could start a sign-in without a password. */
export async function endSignIns(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth_session')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
  await tx.deleteFrom('srp_challenge').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('hosted_session').where('account_id', '=', accountId).execute();
  await tx
    .deleteFrom('authorization_code')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Records a sign-in and ends the first-sign-in grace. False if the account is disabled or deleted; the row lock
 * prevents new sessions from escaping a concurrent revocation.
 */
export async function noteSignIn(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('account')
    .set({ last_signed_in_at: now, is_first_sign_in_due: false })
    .where('id', '=', accountId)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Records a sign-up, after which the first sign-in needs no second factor. */
export async function noteSignUp(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ is_first_sign_in_due: true })
    .where('id', '=', accountId)
    .where('last_signed_in_at', 'is', null)
    .execute();
}

export interface MfaChange {
  readonly isTotpEnabled?: boolean;
  readonly isSmsMfaEnabled?: boolean;
  readonly isEmailMfaEnabled?: boolean;
  readonly isWebAuthnMfaEnabled?: boolean;
  readonly preferredMfa?: string | null;
  readonly now: Date;
}

export async function updateMfaPreference(db: Db | Tx, accountId: string, change: MfaChange): Promise<void> {
  await db
    .updateTable('account')
    .set({
      is_totp_enabled: change.isTotpEnabled,
      is_sms_mfa_enabled: change.isSmsMfaEnabled,
      is_email_mfa_enabled: change.isEmailMfaEnabled,
      is_web_authn_mfa_enabled: change.isWebAuthnMfaEnabled,
      preferred_mfa: change.preferredMfa,
      updated_at: change.now,
    })
    .where('id', '=', accountId)
    .execute();
}

export interface AccountFilter {
  readonly field: 'username' | 'sub' | 'status' | 'user_status' | { readonly attribute: string };
  readonly isPrefix: boolean;
  readonly value: string;
}

export interface AccountPage {
  readonly limit: number;
  readonly filter: AccountFilter | undefined;
  readonly after: { readonly createdAt: Date; readonly id: string } | undefined;
}

export async function listAccounts(
  db: Db | Tx,
  poolId: string,
  page: AccountPage,
): Promise<readonly Account[]> {
  let query = db.selectFrom('account').select(ACCOUNT_COLUMNS).where('pool_id', '=', poolId);
  if (page.filter !== undefined) query = query.where(matching(page.filter));
  if (page.after !== undefined) {
    const { createdAt, id } = page.after;
    query = query.where(sql<SqlBool>`(created_at, id) > (${createdAt}::timestamptz, ${id}::uuid)`);
  }
  const rows = await query.orderBy('created_at').orderBy('id').limit(page.limit).execute();
  return rows.map(toAccount);
}

function matching(filter: AccountFilter): Expression<SqlBool> {
  const { field, value } = filter;
  if (field === 'status') return sql<SqlBool>`is_enabled = ${value.toLowerCase() === 'enabled'}`;
  const subject =
    field === 'sub'
      ? sql<string>`id::text`
      : field === 'username'
        ? sql<string>`username`
        : field === 'user_status'
          ? sql<string>`status`
          : sql<string>`attributes ->> ${field.attribute}`;
  const isFolded = typeof field === 'object' && field.attribute === 'email';
  const left = isFolded ? sql<string>`lower(${subject})` : subject;
  const right = isFolded ? value.toLowerCase() : value;
  return filter.isPrefix ? sql<SqlBool>`starts_with(${left}, ${right})` : sql<SqlBool>`${left} = ${right}`;
}
