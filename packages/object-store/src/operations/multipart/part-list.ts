import { err, ok, type Result } from '@coffer/kit';
import type { Call } from '../../call.ts';
import { CHECKSUM_ALGORITHMS, CHECKSUM_FACTS, type ChecksumAlgorithm } from '../../checksum/algorithms.ts';
import { refusal, type S3Error } from '../../errors.ts';
import { readXmlBody } from '../../http/read-xml-body.ts';
import type { StoreLimits } from '../../limits.ts';
import { childText, type XmlElement } from '../../xml/parse.ts';

export interface ListedPart {
  readonly number: number;
  readonly etag: string;
  readonly checksums: ReadonlyMap<ChecksumAlgorithm, string>;
}

/** 10,000 parts with checksums exceed the size limit of other documents. */
const BYTES_PER_PART_MAX = 400;

export async function readPartList(
  call: Call,
  limits: StoreLimits,
): Promise<Result<readonly ListedPart[], S3Error>> {
  const bytesMax = Math.max(limits.xmlBytesMax, limits.partsMax * BYTES_PER_PART_MAX);
  const root = 'CompleteMultipartUpload';
  const document = await readXmlBody(call, { root, bytesMax, ignoresChecksum: true });
  if (!document.ok) return document;
  const parts: ListedPart[] = [];
  for (const element of document.value.children) {
    const part = parsePart(element);
    if (part === undefined) return err(refusal('MalformedXML'));
    if (part.number <= (parts.at(-1)?.number ?? 0)) return err(refusal('InvalidPartOrder'));
    parts.push(part);
  }
  if (parts.length === 0 || parts.length > limits.partsMax) return err(refusal('MalformedXML'));
  return ok(parts);
}

function parsePart(element: XmlElement): ListedPart | undefined {
  const number = childText(element, 'PartNumber')?.trim() ?? '';
  const etag = childText(element, 'ETag')?.trim().replaceAll('"', '');
  if (element.name !== 'Part' || etag === undefined || !/^[1-9]\d{0,4}$/.test(number)) return undefined;
  const checksums = new Map<ChecksumAlgorithm, string>();
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const value = childText(element, CHECKSUM_FACTS[algorithm].element);
    if (value !== undefined) checksums.set(algorithm, value.trim());
  }
  return { number: Number(number), etag, checksums };
}
