import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 16;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A plain hash is enough, because tokens have 128 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(`coffer.link.${token}`).digest('hex');
}
