import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A prefix by which source code scanners recognize secrets that were published by mistake. */
const PREFIX = 'coffer_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The number of random characters, which have 190 bits. */
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;
const SECRET = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`);

/** Creates a secret of letters and digits, so that a double click selects the whole. */
export function newTokenSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${PREFIX}${random}${checkOf(random)}`;
}

/** Whether a server can have created the secret. Otherwise no database lookup is needed. */
export function isTokenSecret(text: string): boolean {
  const [, random, check] = SECRET.exec(text) ?? [];
  return random !== undefined && check === checkOf(random);
}

/** A plain hash is enough, because secrets have 190 random bits. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function checkOf(random: string): string {
  let rest = crc32(random);
  let check = '';
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    check = `${ALPHABET[rest % ALPHABET.length]}${check}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return check;
}
