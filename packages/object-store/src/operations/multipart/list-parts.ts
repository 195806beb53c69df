import type { Operation } from '../../call.ts';
import { checksumElement } from '../../http/checksum-headers.ts';
import { xmlAnswer } from '../../http/respond.ts';
import { findUpload } from './find-upload.ts';
import { parseCount } from '../list-parameters.ts';
import { INITIATOR, OWNER } from '../owner.ts';

const PARTS_MAX = 1000;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export const listParts: Operation = async (services, call) => {
  const upload = findUpload(services, call);
  if (!upload.ok) return upload;
  const partsMax = parseCount(call.query, 'max-parts', PARTS_MAX);
  if (!partsMax.ok) return partsMax;
  const marker = parseCount(call.query, 'part-number-marker', services.limits.partsMax);
  if (!marker.ok) return marker;
  const after = call.query.has('part-number-marker') ? marker.value : 0;
  const { record, parts } = upload.value;
  const following = [...parts.values()]
    .filter((part) => part.number > after)
    .toSorted((a, b) => a.number - b.number);
  const page = following.slice(0, partsMax.value);
  return xmlAnswer('ListPartsResult', [
    ['Bucket', record.bucket],
    ['Key', record.key],
    ['UploadId', record.id],
    INITIATOR,
    OWNER,
    ['StorageClass', 'STANDARD'],
    ['PartNumberMarker', after],
    ['NextPartNumberMarker', page.at(-1)?.number ?? after],
    ['MaxParts', partsMax.value],
    ['IsTruncated', partsMax.value > 0 && following.length > page.length],
    record.checksum === undefined
      ? undefined
      : ['ChecksumAlgorithm', record.checksum.algorithm.toUpperCase()],
    record.checksum === undefined ? undefined : ['ChecksumType', record.checksum.type],
    ...page.map(
      (part) =>
        [
          'Part',
          [
            ['PartNumber', part.number],
            ['LastModified', part.modifiedAt],
            ['ETag', `"${part.etag}"`],
            ['Size', part.sizeBytes],
            checksumElement(part.checksum),
          ],
        ] as const,
    ),
  ]);
};
