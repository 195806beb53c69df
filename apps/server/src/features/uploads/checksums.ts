import { createHash } from 'node:crypto';
import { combineCrc64 } from '../../platform/blobs/crc64nvme.ts';
import type { PartRow } from './model.ts';

/**
 * The checksum of a whole file from those of all its parts, in order: the SHA-256 itself for one part, and for more the SHA-256
 * of the binary SHA-256 of each, a hyphen and their number, as S3 composes it.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export function fileChecksum(parts: readonly PartRow[]): string {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first.sha256;
  const hash = createHash('sha256');
  for (const part of parts) hash.update(Buffer.from(part.sha256, 'base64'));
  return `${hash.digest('base64')}-${parts.length}`;
}

/** The CRC-64/NVME of a whole file from those of its parts, in order; null unless each has one. */
export function fileCrc64(parts: readonly PartRow[]): string | null {
  const pieces = parts.flatMap(({ crc64nvme: sum, size_bytes: sizeBytes }) =>
    sum === null ? [] : [{ sum, sizeBytes }],
  );
  return parts.length > 0 && pieces.length === parts.length ? combineCrc64(pieces) : null;
}

/** Compares what a store tells of an object with the declared checksum. Some stores leave the number of parts away. */
export function isSameChecksum(stored: string, declared: string): boolean {
  return stored === declared || stored === declared.replace(/-\d+$/, '');
}
