import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

/** UUID v7 (RFC 9562 §5.7), for index locality. */
export function createRowId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  return formatUuid(bytes, 7);
}

/** Random, because clients see it as USER_ID_FOR_SRP: a timestamp would reveal decoys. */
export function createSubject(): string {
  return randomUUID();
}

/** UUID v4 from given bytes, for decoys. */
export function subjectFrom(bytes: Uint8Array): string {
  return formatUuid(Buffer.from(bytes.subarray(0, 16)), 4);
}

export function createHandle(sizeBytes = 48): string {
  return randomBytes(sizeBytes).toString('base64url');
}

const ALPHABETS = {
  mixed: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  lower: 'abcdefghijklmnopqrstuvwxyz0123456789',
};

export function createName(length: number, alphabet: keyof typeof ALPHABETS = 'mixed'): string {
  const letters = ALPHABETS[alphabet];
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
}

/** A plain hash is enough because handles are random. */
export function hashHandle(handle: string | Uint8Array): Buffer {
  return createHash('sha256').update(handle).digest();
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}

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
