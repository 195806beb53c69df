import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

/** A uuid v7 (RFC 9562 §5.7): rows made together lie together in their index. */
export function createRowId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  return formatUuid(bytes, 7);
}

/**
 * The `sub` of a user. It is shown to strangers as USER_ID_FOR_SRP, so it is random: a time inside would tell a real
 * user from the made-up one of an unknown name.
 */
export function createSubject(): string {
  return randomUUID();
}

/** A uuid v4 made of given bytes, for the stable identity of an unknown name. */
export function subjectFrom(bytes: Uint8Array): string {
  return formatUuid(Buffer.from(bytes.subarray(0, 16)), 4);
}

/** 48 random bytes as 64 characters: challenge handles. Longer ones for refresh tokens. */
export function createHandle(sizeBytes = 48): string {
  return randomBytes(sizeBytes).toString('base64url');
}

const ALPHABETS = {
  mixed: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  lower: 'abcdefghijklmnopqrstuvwxyz0123456789',
};

/** Random letters and digits, each as likely as the other: ids and secrets of clients. */
export function createName(length: number, alphabet: keyof typeof ALPHABETS = 'mixed'): string {
  const letters = ALPHABETS[alphabet];
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
}

/** Handles are random, so a plain hash is enough for them to be useless at rest. */
export function hashHandle(handle: string | Uint8Array): Buffer {
  return createHash('sha256').update(handle).digest();
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}

/** Equality whose time does not depend on where the values differ. Only their length may show. */
export function equalInConstantTime(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function formatUuid(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
