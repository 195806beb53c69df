/** 128 random bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** Checks only the syntax. */
export function isLinkToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}
