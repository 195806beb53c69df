import { MIB } from '@coffer/kit';
import { createSha256Sum } from '../../../lib/checksum/sha256.ts';
import { crc32 } from '../../../lib/zip/crc32.ts';
import type { LazyFile } from '../model/transfer-engine.ts';
import type { PlannedContent } from './plan-import.ts';
import { contentOf } from './read-archive.ts';

const STEP_BYTES = 4 * MIB;

/** A file of the zip archive, unpacked when its upload starts. Contents with a wrong checksum are never sent. */
export function checkedFile(
  zip: Blob,
  { source, sha256, modifiedMs, mediaType }: PlannedContent,
  onDamaged: () => void,
): LazyFile {
  return {
    sizeBytes: source.sizeBytes,
    modifiedMs,
    open: async () => {
      const content = await contentOf(zip, source);
      if (content === undefined || !(await isIntact(content, { sha256, crc: source.entry.signature }))) {
        onDamaged();
        throw new DOMException('the content is damaged', 'NotReadableError');
      }
      const name = source.path.at(-1) ?? '';
      return new File([content], name, { type: mediaType, lastModified: modifiedMs });
    },
  };
}

async function isIntact(
  content: Blob,
  expected: { readonly sha256: string | undefined; readonly crc: number | undefined },
): Promise<boolean> {
  const sum = expected.sha256 === undefined ? undefined : await createSha256Sum();
  let crc = 0;
  for (let from = 0; from < content.size; from += STEP_BYTES) {
    const bytes = new Uint8Array(await content.slice(from, from + STEP_BYTES).arrayBuffer());
    sum?.update(bytes);
    crc = crc32(bytes, crc);
  }
  if (expected.crc !== undefined && expected.crc !== crc) return false;
  return sum === undefined || sum.hex() === expected.sha256;
}
