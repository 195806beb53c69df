import { err } from '@coffer/kit';
import type { Operation } from '../call.ts';
import { CHECKSUM_FACTS } from '../checksum/algorithms.ts';
import type { ObjectManifest } from '../disk/records.ts';
import { noSuchKey, refusal } from '../errors.ts';
import { checksumElement } from '../http/checksum-headers.ts';
import type { HeaderFields } from '../http/message.ts';
import { xmlAnswer } from '../http/respond.ts';
import type { XmlChild } from '../xml/build.ts';

const ATTRIBUTES = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'];
const PARTS_MAX = 1000;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html */
export const getObjectAttributes: Operation = async ({ disk }, call) => {
  const { headers } = call.request;
  const requested = (headers['x-amz-object-attributes'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (requested.length === 0 || requested.some((name) => !ATTRIBUTES.includes(name))) {
    return err(refusal('InvalidArgument', 'Invalid attribute name specified.'));
  }
  const page = parsePage(headers);
  if (page === undefined) return err(refusal('InvalidArgument', 'A number of parts is not a number.'));
  const object = await disk.objects.open(call.bucket, call.key);
  if (object === undefined) return err(noSuchKey(call.key));
  object.release();
  const { manifest } = object;
  const wants = (name: string, content: XmlChild): XmlChild =>
    requested.includes(name) ? content : undefined;
  return xmlAnswer(
    'GetObjectAttributesResponse',
    [
      wants('ETag', ['ETag', manifest.etag]),
      wants('Checksum', checksumOf(manifest)),
      wants('ObjectParts', partsOf(manifest, page)),
      wants('StorageClass', ['StorageClass', 'STANDARD']),
      wants('ObjectSize', ['ObjectSize', manifest.sizeBytes]),
    ],
    { 'last-modified': new Date(manifest.modifiedAt).toUTCString() },
  );
};

function checksumOf({ checksum }: ObjectManifest): XmlChild {
  if (checksum === undefined) return undefined;
  // Unlike in headers, a composite value has no part count here.
  const value = checksum.value.replace(/-\d+$/, '');
  return ['Checksum', [checksumElement({ ...checksum, value }), ['ChecksumType', checksum.type]]];
}

interface Page {
  readonly after: number;
  readonly partsMax: number;
}

function parsePage(headers: HeaderFields): Page | undefined {
  const after = headers['x-amz-part-number-marker'] ?? '0';
  const partsMax = headers['x-amz-max-parts'] ?? String(PARTS_MAX);
  if (!/^\d{1,9}$/.test(after) || !/^\d{1,9}$/.test(partsMax)) return undefined;
  return { after: Number(after), partsMax: Math.min(Number(partsMax), PARTS_MAX) };
}

/** As in S3, parts are listed only if each has a checksum. */
function partsOf(manifest: ObjectManifest, { after, partsMax }: Page): XmlChild {
  const { checksum, parts } = manifest;
  const isMultipart = manifest.uploadId !== undefined || parts.length > 1;
  if (!isMultipart) return undefined;
  const total = ['PartsCount', parts.length] as const;
  if (checksum === undefined || parts.some((part) => part.checksum === undefined))
    return ['ObjectParts', [total]];
  const following = parts.filter((part) => part.number > after);
  const page = following.slice(0, partsMax);
  return [
    'ObjectParts',
    [
      total,
      ['PartNumberMarker', after],
      ['NextPartNumberMarker', page.at(-1)?.number ?? after],
      ['MaxParts', partsMax],
      ['IsTruncated', following.length > page.length],
      ...page.map(
        (part) =>
          [
            'Part',
            [
              ['PartNumber', part.number],
              ['Size', part.sizeBytes],
              [CHECKSUM_FACTS[checksum.algorithm].element, part.checksum ?? ''],
            ],
          ] as const,
      ),
    ],
  ];
}
