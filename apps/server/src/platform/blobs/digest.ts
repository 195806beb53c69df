import { createHash } from 'node:crypto';
import type { PartDigest } from './blobs.ts';

export function digestOf(bytes: Uint8Array): PartDigest {
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    md5: createHash('md5').update(bytes).digest('base64'),
  };
}
