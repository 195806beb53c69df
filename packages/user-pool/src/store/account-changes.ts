import { sql } from 'kysely';
import { z } from 'zod';
import { type Account, type Attributes, type StoredCredential, storedCredentialSchema } from './accounts.ts';
import type { AccountStatus, Db, Tx } from './database/database.ts';

/** Newest first. */
export async function findPasswordHistory(
  db: Db | Tx,
  accountId: string,
): Promise<readonly StoredCredential[]> {
  const row = await db
    .selectFrom('account')
    .select('password_history_sealed')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return z.array(storedCredentialSchema).parse(row?.password_history_sealed ?? []);
}

export interface Person {
  readonly attributes: Attributes;
  readonly pendingAttributes: Attributes;
  readonly status: AccountStatus;
  readonly keys: {
    readonly emailKey: string | null;
    readonly phoneKey: string | null;
    readonly preferredUsernameKey: string | null;
  };
}

/** Throws the unique violation if a key is taken. */
export async function savePerson(
  tx: Tx,
  accountId: string,
  change: Person & { readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      attributes: JSON.stringify(change.attributes),
      pending_attributes: JSON.stringify(change.pendingAttributes),
      status: change.status,
      email_key: change.keys.emailKey,
      phone_key: change.keys.phoneKey,
      preferred_username_key: change.keys.preferredUsernameKey,
      updated_at: change.now,
    })
    .where('id', '=', accountId)
    .execute();
}

/** Takes aliases from other accounts, where they become unverified. */
export async function releaseAliases(
  tx: Tx,
  account: Pick<Account, 'id' | 'poolId'>,
  keys: { readonly emailKey: string | null; readonly phoneKey: string | null; readonly now: Date },
): Promise<void> {
  if (keys.emailKey !== null)
    await tx
      .updateTable('account')
      .set({
        email_key: null,
        attributes: sql`attributes || '{"email_verified":"false"}'::jsonb`,
        updated_at: keys.now,
      })
      .where('pool_id', '=', account.poolId)
      .where('email_key', '=', keys.emailKey)
      .where('id', '!=', account.id)
      .execute();
  if (keys.phoneKey !== null)
    await tx
      .updateTable('account')
      .set({
        phone_key: null,
        attributes: sql`attributes || '{"phone_number_verified":"false"}'::jsonb`,
        updated_at: keys.now,
      })
      .where('pool_id', '=', account.poolId)
      .where('phone_key', '=', keys.phoneKey)
      .where('id', '!=', account.id)
      .execute();
}

export async function updateStatus(
  tx: Tx,
  accountId: string,
  change: { readonly status: AccountStatus; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ status: change.status, updated_at: change.now })
    .where('id', '=', accountId)
    .execute();
}

/** Also deletes dependent rows. False if the account did not exist. */
export async function deleteAccount(tx: Db | Tx, poolId: string, accountId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('account')
    .where('pool_id', '=', poolId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export type AccountKey = 'username' | 'email' | 'phone_number' | 'preferred_username';

const INDEXES: Readonly<Record<string, AccountKey>> = {
  account_username: 'username',
  account_email: 'email',
  account_phone: 'phone_number',
  account_preferred_username: 'preferred_username',
};

export function takenKey(cause: unknown): AccountKey | undefined {
  const isViolation = cause instanceof Error && 'code' in cause && cause.code === '23505';
  if (!isViolation || !('constraint' in cause) || typeof cause.constraint !== 'string') return undefined;
  return INDEXES[cause.constraint];
}
