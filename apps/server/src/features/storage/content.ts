import { createHash } from 'node:crypto';
import { createCrc64 } from '@coffer/kit';

export interface Expected {
  readonly sizeBytes: number;
  /** In base64, or `<hash of hashes>-<parts>`. */
  readonly sha256: string;
  readonly partSizeBytes: number;
}

export interface Content {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly crc64nvme: string;
  /** SHA-256 of the whole content, in base64. */
  readonly contentSha256: string;
}

export async function readContent(
  bytes: AsyncIterable<Uint8Array>,
  layout: Pick<Expected, 'sha256' | 'partSizeBytes'>,
): Promise<Content> {
  const crc = createCrc64();
  const isInParts = layout.sha256.includes('-');
  const all = createHash('sha256');
  const hashes: Buffer[] = [];
  let hash = createHash('sha256');
  let sizeBytes = 0;
  let room = isInParts ? layout.partSizeBytes : Number.POSITIVE_INFINITY;
  for await (const piece of bytes) {
    crc.update(piece);
    if (isInParts) all.update(piece);
    sizeBytes += piece.length;
    for (let rest = piece; rest.length > 0; ) {
      const taken = rest.subarray(0, Math.min(rest.length, room));
      hash.update(taken);
      rest = rest.subarray(taken.length);
      room -= taken.length;
      if (room > 0) continue;
      hashes.push(hash.digest());
      hash = createHash('sha256');
      room = layout.partSizeBytes;
    }
  }
  const crc64nvme = Buffer.from(crc.digest()).toString('base64');
  if (!isInParts) {
    const sha256 = hash.digest('base64');
    return { sizeBytes, sha256, crc64nvme, contentSha256: sha256 };
  }
  if (room < layout.partSizeBytes) hashes.push(hash.digest());
  const whole = createHash('sha256').update(Buffer.concat(hashes)).digest('base64');
  return {
    sizeBytes,
    sha256: `${whole}-${hashes.length}`,
    crc64nvme,
    contentSha256: all.digest('base64'),
  };
}

/**
 * How the content differs, or undefined. Ignores the CRC-64, because only the SHA-256 was verified during the upload.
 */
export function damageOf(content: Content, expected: Expected): 'different' | 'checksum' | undefined {
  if (content.sizeBytes !== expected.sizeBytes) return 'different';
  return content.sha256 === expected.sha256 ? undefined : 'checksum';
}
