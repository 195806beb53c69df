import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { assert, defined, MIB } from '@coffer/kit';

/**
 * scrypt with 32 MiB of memory and three passes.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * MIB };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Returns `scrypt.<salt>.<hash>`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password.normalize('NFC'), salt, HASH_BYTES, COST);
  return `scrypt.${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

/** Compares a password with a stored hash in constant time. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt, hash] = stored.split('.');
  assert(scheme === 'scrypt', 'a stored link password does not use scrypt');
  const wanted = Buffer.from(defined(hash, 'a stored password has no hash'), 'base64url');
  const saltBytes = Buffer.from(defined(salt, 'a stored password has no salt'), 'base64url');
  const found = await derive(password.normalize('NFC'), saltBytes, wanted.length, COST);
  return timingSafeEqual(found, wanted);
}
