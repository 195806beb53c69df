const ISSUER = 'Coffer';

/**
 * The text of an authenticator's QR code: six digits, 30 s, SHA-1, which are the defaults and what every authenticator understands.
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri(secret: string, account: string): string {
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(account)}?secret=${secret}&issuer=${ISSUER}`;
}
