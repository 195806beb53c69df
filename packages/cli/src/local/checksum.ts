import { createHash } from 'node:crypto';
import type { PartChecksums } from '@coffer/contracts';
import { crc64Nvme } from '@coffer/kit';

/** The checksums to declare for a part. MD5 is for stores that do not verify SHA-256. */
export function checksumsOf(number: number, bytes: Uint8Array): PartChecksums {
  return {
    number,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    md5: createHash('md5').update(bytes).digest('base64'),
    crc64nvme: Buffer.from(crc64Nvme(bytes)).toString('base64'),
  };
}

export interface ContentSum {
  readonly sizeBytes: number;
  /** Base64 SHA-256 of the whole content. */
  readonly sha256: string;
  /** Base64 hash of the hashes of all parts, and the number of parts, in the format of S3. */
  readonly composite: string;
}

export interface ContentHash {
  update(bytes: Uint8Array): void;
  digest(): ContentSum;
}

/** Computes both hashes from pieces of any length. */
export function createContentHash(partSizeBytes: number): ContentHash {
  const whole = createHash('sha256');
  const ofParts = createHash('sha256');
  let part = createHash('sha256');
  let inPart = 0;
  let parts = 0;
  let sizeBytes = 0;
  const endPart = (): void => {
    ofParts.update(part.digest());
    part = createHash('sha256');
    parts += 1;
    inPart = 0;
  };
  return {
    update: (bytes) => {
      whole.update(bytes);
      sizeBytes += bytes.length;
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + partSizeBytes - inPart);
        part.update(piece);
        at += piece.length;
        inPart += piece.length;
        if (inPart === partSizeBytes) endPart();
      }
    },
    digest: () => {
      if (inPart > 0) endPart();
      return {
        sizeBytes,
        sha256: whole.digest('base64'),
        composite: `${ofParts.digest('base64')}-${parts}`,
      };
    },
  };
}
