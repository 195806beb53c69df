import { createHash } from 'node:crypto';
import { createCrc64 } from '../../platform/blobs/crc64nvme.ts';

/** What a content was when it was received. */
export interface Expected {
  readonly sizeBytes: number;
  /** Base64 of the whole, or `<hash of hashes>-<parts>`. */
  readonly sha256: string;
  readonly partSizeBytes: number;
}

/** What reading it again gave. */
export interface Content {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly crc64nvme: string;
}

/** Reads a content once, piece by piece, and computes everything that it is compared by. */
export async function readContent(
  bytes: AsyncIterable<Uint8Array>,
  layout: Pick<Expected, 'sha256' | 'partSizeBytes'>,
): Promise<Content> {
  const crc = createCrc64();
  const isInParts = layout.sha256.includes('-');
  const hashes: Buffer[] = [];
  let hash = createHash('sha256');
  let sizeBytes = 0;
  let room = isInParts ? layout.partSizeBytes : Number.POSITIVE_INFINITY;
  for await (const piece of bytes) {
    crc.update(piece);
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
  const crc64nvme = crc.digest();
  if (!isInParts) return { sizeBytes, sha256: hash.digest('base64'), crc64nvme };
  if (room < layout.partSizeBytes) hashes.push(hash.digest());
  const whole = createHash('sha256').update(Buffer.concat(hashes)).digest('base64');
  return { sizeBytes, sha256: `${whole}-${hashes.length}`, crc64nvme };
}

/** How a content differs from what it was; undefined when it does not. The SHA-256 decides: it alone was verified as the bytes came. */
export function damageOf(content: Content, expected: Expected): 'different' | 'checksum' | undefined {
  if (content.sizeBytes !== expected.sizeBytes) return 'different';
  return content.sha256 === expected.sha256 ? undefined : 'checksum';
}
