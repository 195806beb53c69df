const ISSUER = 'Coffer';

/**
 * The URI for an authenticator. Uses the defaults (six digits, 30 s, SHA-1), which every authenticator supports.
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri(secret: string, account: string): string {
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(account)}?secret=${secret}&issuer=${ISSUER}`;
}
