import { createHmac } from 'node:crypto';
import { equalInConstantTime } from './ids.ts';

const STEP_SECONDS = 30;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const TOTP_SECRET_SIZE_BYTES = 20;

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** HOTP with SHA-1 (RFC 4226 §5.3), as in authenticator applications. */
export function computeCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const value = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(value).padStart(digits, '0');
}

/** Returns the step of the code, at most one from now. Undefined for a wrong code. */
export function matchCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const present = stepAt(now);
  let matched: number | undefined;
  for (const step of [present - 1, present + 1, present]) {
    if (equalInConstantTime(Buffer.from(computeCode(secret, step)), Buffer.from(code))) matched = step;
  }
  return matched;
}

/** RFC 4648 §6 without padding, as in SecretCode. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32.charAt((value << (5 - bits)) & 31) : text;
}
