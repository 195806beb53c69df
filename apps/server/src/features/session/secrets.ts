import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function isSecret(value: string | undefined): value is string {
  return value !== undefined && SECRET.test(value);
}

/** A plain hash is enough, because secrets have 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Derives the session secret from the attempt's secret (of the browser) and a sealed nonce (of the server). A repeated
 * last answer gets the same session, and the database contains no usable secret.
 */
export function deriveSessionSecret(attemptSecret: string, nonce: string): string {
  return createHmac('sha256', attemptSecret).update(`coffer.session.${nonce}`).digest('base64url');
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
