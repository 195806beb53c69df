import { isUuid, subjectFrom } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { findAccountByName, type NameKeys } from '../store/account-names.ts';
import type { Account } from '../store/accounts.ts';
import type { Db, Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';

/** At most 254 characters, without characters that have a meaning in mail headers. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text);
}

/** E.164: `+`, a country code, at most 15 digits. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[1-9]\d{4,14}$/.test(text);
}

export function isEmailPool(pool: Pool): boolean {
  return pool.settings.usernameAttributes.includes('email');
}

/** Whether users sign in with an address. In such pools Username is a UUID equal to `sub`. */
export function isAddressPool(pool: Pool): boolean {
  return pool.settings.usernameAttributes.length > 0;
}

export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export function usernameKey(pool: Pool, username: string): string {
  const normal = username.normalize('NFC');
  return isAddressPool(pool) || !pool.settings.isUsernameCaseSensitive ? normal.toLowerCase() : normal;
}

export async function resolveAccount(db: Db | Tx, pool: Pool, name: string): Promise<Account | undefined> {
  return await findAccountByName(db, pool.id, nameKeys(pool, name));
}

export function nameKeys(pool: Pool, name: string): NameKeys {
  const { usernameAttributes, aliasAttributes } = pool.settings;
  const byAddress = [...usernameAttributes, ...aliasAttributes];
  return {
    username: usernameKey(pool, name),
    email: byAddress.includes('email') && name.includes('@') ? emailKey(name) : undefined,
    phone: byAddress.includes('phone_number') && name.startsWith('+') ? name : undefined,
    preferredUsername: aliasAttributes.includes('preferred_username') ? usernameKey(pool, name) : undefined,
  };
}

export interface AliasKeys {
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly preferredUsernameKey: string | null;
}

/**
 * Keys by which an account is found. A sign-in address counts immediately; an alias counts only once verified, and for
 * a confirmed user.
 */
export function aliasKeys(pool: Pool, account: Pick<Account, 'attributes' | 'status'>): AliasKeys {
  const { usernameAttributes, aliasAttributes } = pool.settings;
  const { attributes } = account;
  const isConfirmed = account.status !== 'UNCONFIRMED';
  const counts = (name: 'email' | 'phone_number') =>
    usernameAttributes.includes(name) ||
    (aliasAttributes.includes(name) && isConfirmed && attributes[`${name}_verified`] === 'true');
  const { email, phone_number: phone, preferred_username: preferred } = attributes;
  const isPreferred = aliasAttributes.includes('preferred_username') && isConfirmed;
  return {
    emailKey: email !== undefined && counts('email') ? emailKey(email) : null,
    phoneKey: phone !== undefined && counts('phone_number') ? phone : null,
    preferredUsernameKey: preferred !== undefined && isPreferred ? usernameKey(pool, preferred) : null,
  };
}

/** Lets an unfinished sign-in recognize the typed name without storing it. */
export function hashName(vault: Deps['vault'], pool: Pool, name: string): Buffer {
  return vault.mac('name', `${pool.id}\0${usernameKey(pool, name)}`);
}

export interface Decoy {
  readonly subject: string;
  readonly userIdForSrp: string;
  readonly salt: Buffer;
}

/** The decoy user for an unknown name: always the same (RFC 5054 §2.5.1.3), with the format of a real user. */
export function inventUser(vault: Deps['vault'], pool: Pool, name: string): Decoy {
  const key = usernameKey(pool, name);
  const { aliasAttributes } = pool.settings;
  const isAlias =
    (aliasAttributes.includes('email') && isEmail(name)) ||
    (aliasAttributes.includes('phone_number') && isPhoneNumber(name));
  const mayBeInvented = isAddressPool(pool) || aliasAttributes.length > 0;
  const isSubject = mayBeInvented && isUuid(key);
  const subject = isSubject ? key : subjectFrom(vault.mac('decoy', `${pool.id}\0${key}`));
  // Real users that sign in by address have a different id as well.
  const userIdForSrp = isAddressPool(pool) || isAlias ? subject : key;
  // Derived from the id, so that the typed name and the returned id have the same salt.
  const salt = vault.mac('decoy salt', `${pool.id}\0${userIdForSrp}`).subarray(0, 16);
  return { subject, userIdForSrp, salt };
}

export function namesAccount(pool: Pool, account: Account, name: string): boolean {
  const key = usernameKey(pool, name);
  if (key === usernameKey(pool, account.username) || name === account.id) return true;
  const keys = aliasKeys(pool, account);
  return emailKey(name) === keys.emailKey || name === keys.phoneKey || key === keys.preferredUsernameKey;
}
