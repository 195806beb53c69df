import { createHash } from 'node:crypto';
import { combineCrcs } from '@coffer/kit';
import type { PartRow } from '../model.ts';

/**
 * Returns the SHA-256 of a file as S3 composes it: that of its only part, or else the SHA-256 of the binary part
 * hashes, followed by a hyphen and the number of parts.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export function fileChecksum(parts: readonly PartRow[]): string {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first.sha256;
  const hash = createHash('sha256');
  for (const part of parts) hash.update(Buffer.from(part.sha256, 'base64'));
  return `${hash.digest('base64')}-${parts.length}`;
}

/** Combines the CRC-64 of a file from those of its parts. Null unless each part has one. */
export function fileCrc64(parts: readonly PartRow[]): string | null {
  const pieces = parts.flatMap(({ crc64nvme: sum, size_bytes: sizeBytes }) =>
    sum === null ? [] : [{ digest: Buffer.from(sum, 'base64'), sizeBytes }],
  );
  if (parts.length === 0 || pieces.length < parts.length) return null;
  return Buffer.from(combineCrcs('crc64nvme', pieces)).toString('base64');
}

/** Compares composed checksums. Some stores omit the number of parts. */
export function isSameChecksum(stored: string, declared: string): boolean {
  return stored === declared || stored === declared.replace(/-\d+$/, '');
}
