import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A new secret for a cookie: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a cookie can be one of ours at all. */
export function isSecret(value: string | undefined): value is string {
  return value !== undefined && SECRET.test(value);
}

/** What the database keeps of a secret. A plain hash is enough: the secret is random, nobody can guess along. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * The secret of the session that an attempt ended in. The browser holds one half (the attempt's secret), the server the other (a
 * random nonce, sealed): whoever repeats the last answer with the attempt's cookie gets the very same session, whichever of two
 * answers arrives last, and yet no usable secret is in the database.
 */
export function deriveSessionSecret(attemptSecret: string, nonce: string): string {
  return createHmac('sha256', attemptSecret).update(`coffer.session.${nonce}`).digest('base64url');
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
