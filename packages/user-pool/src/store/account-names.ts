import { type Account, ACCOUNT_COLUMNS, type AccountRow, toAccount } from './account-row.ts';
import type { Db, Tx } from './database/database.ts';
import { defineStatement, type ValueName } from './database/statement.ts';

export interface NameKeys {
  readonly username: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly preferredUsername: string | undefined;
}

export interface NameValues {
  readonly poolId: string;
  readonly usernameKey: string;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly preferredUsernameKey: string | null;
}

/** Matches `username_key` first, then the other sign-in keys of the pool. */
export const accountOfName = (
  value: ValueName<NameValues>,
  columns: readonly (keyof AccountRow)[] = ACCOUNT_COLUMNS,
): string => `
  select ${columns.join(', ')} from user_pool.account
  where pool_id = ${value('poolId')}::text and (username_key = ${value('usernameKey')}::text
    or email_key = ${value('emailKey')}::text or phone_key = ${value('phoneKey')}::text
    or preferred_username_key = ${value('preferredUsernameKey')}::text)
  order by case when username_key = ${value('usernameKey')}::text then 0 else 1 end, created_at
  limit 1`;

export function nameValues(poolId: string, keys: NameKeys): NameValues {
  return {
    poolId,
    usernameKey: keys.username,
    emailKey: keys.email ?? null,
    phoneKey: keys.phone ?? null,
    preferredUsernameKey: keys.preferredUsername ?? null,
  };
}

const find = defineStatement<NameValues, AccountRow>(accountOfName);

export async function findAccountByName(
  db: Db | Tx,
  poolId: string,
  keys: NameKeys,
): Promise<Account | undefined> {
  const [row] = await find(db, nameValues(poolId, keys));
  return row && toAccount(row);
}
