import { isUuid, subjectFrom } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { type Account, findAccountByName } from '../store/accounts.ts';
import type { Db, Tx } from '../store/database.ts';
import type { Pool } from '../store/pools.ts';

/** One `@` with something on both sides, at most 254 characters, no white space. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+$/u.test(text);
}

export function isEmailPool(pool: Pool): boolean {
  return pool.settings.usernameAttributes.includes('email');
}

export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export function usernameKey(pool: Pool, username: string): string {
  const normal = username.normalize('NFC');
  return isEmailPool(pool) || !pool.settings.isUsernameCaseSensitive ? normal.toLowerCase() : normal;
}

/** The account of a name as typed: a username, or an e-mail address where the pool signs in by that. */
export async function resolveAccount(db: Db | Tx, pool: Pool, name: string): Promise<Account | undefined> {
  const email = isEmailPool(pool) && name.includes('@') ? emailKey(name) : undefined;
  return await findAccountByName(db, pool.id, { username: usernameKey(pool, name), email });
}

/** The trace of a typed name that an unfinished exchange keeps: enough to recognise it, useless to read it. */
export function hashName(vault: Deps['vault'], pool: Pool, name: string): Buffer {
  return vault.mac('name', `${pool.id}\0${usernameKey(pool, name)}`);
}

export interface Decoy {
  readonly subject: string;
  readonly userIdForSrp: string;
  readonly salt: Buffer;
}

/**
 * The made-up user of a name that nobody has: the same each time it is asked for (RFC 5054 §2.5.1.3), and of the same
 * shape as a real one.
 */
export function inventUser(vault: Deps['vault'], pool: Pool, name: string): Decoy {
  const key = usernameKey(pool, name);
  const bytes = vault.mac('decoy', `${pool.id}\0${key}`);
  const subject = subjectFrom(bytes.subarray(16, 32));
  return {
    subject,
    userIdForSrp: isEmailPool(pool) && !isUuid(key) ? subject : key,
    salt: bytes.subarray(0, 16),
  };
}

/** True when an answer to a challenge names the account that was challenged. */
export function namesAccount(pool: Pool, account: Account, name: string): boolean {
  const key = usernameKey(pool, name);
  if (key === usernameKey(pool, account.username) || name === account.id) return true;
  const email = account.attributes['email'];
  return isEmailPool(pool) && email !== undefined && emailKey(name) === emailKey(email);
}
