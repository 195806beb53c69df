import { CHECKSUM_FACTS } from '../checksum/algorithms.ts';
import type { StoredChecksum } from '../disk/records.ts';
import type { XmlChild } from '../xml/build.ts';

export function checksumHeaders(checksum: StoredChecksum | undefined): Readonly<Record<string, string>> {
  if (checksum === undefined) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type };
}

export function checksumElement(checksum: Pick<StoredChecksum, 'algorithm' | 'value'> | undefined): XmlChild {
  return checksum === undefined ? undefined : [CHECKSUM_FACTS[checksum.algorithm].element, checksum.value];
}
