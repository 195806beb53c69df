import { encodeRfc3986 } from '@coffer/sigv4';
import type { Call, Operation } from '../../call.ts';
import { compareKeys } from '../../disk/keys/key-index.ts';
import type { UploadRecord } from '../../disk/records.ts';
import { xmlAnswer } from '../../http/respond.ts';
import type { XmlChild } from '../../xml/build.ts';
import { parseCount, parseEncoding } from '../list-parameters.ts';
import { INITIATOR, OWNER } from '../owner.ts';

const UPLOADS_MAX = 1000;

type Item =
  | { readonly kind: 'upload'; readonly record: UploadRecord }
  | { readonly kind: 'prefix'; readonly prefix: string };

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
export const listMultipartUploads: Operation = async ({ disk }, call) => {
  const uploadsMax = parseCount(call.query, 'max-uploads', UPLOADS_MAX);
  if (!uploadsMax.ok) return uploadsMax;
  const encoding = parseEncoding(call.query);
  if (!encoding.ok) return encoding;
  const encode = (text: string): string =>
    encoding.value === 'url' ? text.split('/').map(encodeRfc3986).join('/') : text;
  const delimiter = call.query.get('delimiter') ?? '';
  const items = group(
    disk.uploads.list(call.bucket).map((upload) => upload.record),
    call,
  );
  const page = items.slice(0, uploadsMax.value);
  const isTruncated = uploadsMax.value > 0 && items.length > page.length;
  const last = page.at(-1);
  return xmlAnswer('ListMultipartUploadsResult', [
    ['Bucket', call.bucket],
    ['KeyMarker', encode(call.query.get('key-marker') ?? '')],
    ['UploadIdMarker', call.query.get('upload-id-marker') ?? ''],
    isTruncated && last !== undefined ? ['NextKeyMarker', encode(nameOf(last))] : undefined,
    isTruncated && last?.kind === 'upload' ? ['NextUploadIdMarker', last.record.id] : undefined,
    ['Prefix', encode(call.query.get('prefix') ?? '')],
    delimiter === '' ? undefined : ['Delimiter', encode(delimiter)],
    encoding.value === undefined ? undefined : ['EncodingType', encoding.value],
    ['MaxUploads', uploadsMax.value],
    ['IsTruncated', isTruncated],
    ...page.map((item) => present(item, encode)),
  ]);
};

function group(records: readonly UploadRecord[], { query }: Call): readonly Item[] {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker') ?? '';
  const items: Item[] = [];
  const seen = new Set<string>();
  for (const record of records.toSorted(compareUploads)) {
    if (!record.key.startsWith(prefix)) continue;
    const at = delimiter === '' ? -1 : record.key.indexOf(delimiter, prefix.length);
    const common = at === -1 ? undefined : record.key.slice(0, at + delimiter.length);
    const order = compareKeys(common ?? record.key, keyMarker);
    const isSameKey = order === 0 && common === undefined;
    if (order < 0 || (order === 0 && !(isSameKey && idMarker !== '' && record.id > idMarker))) continue;
    if (common === undefined) items.push({ kind: 'upload', record });
    else if (!seen.has(common)) items.push({ kind: 'prefix', prefix: common });
    if (common !== undefined) seen.add(common);
  }
  return items;
}

function compareUploads(a: UploadRecord, b: UploadRecord): number {
  return compareKeys(a.key, b.key) || compareKeys(a.id, b.id);
}

function nameOf(item: Item): string {
  return item.kind === 'upload' ? item.record.key : item.prefix;
}

function present(item: Item, encode: (text: string) => string): XmlChild {
  if (item.kind === 'prefix') return ['CommonPrefixes', [['Prefix', encode(item.prefix)]]];
  const { record } = item;
  return [
    'Upload',
    [
      ['Key', encode(record.key)],
      ['UploadId', record.id],
      INITIATOR,
      OWNER,
      ['StorageClass', 'STANDARD'],
      ['Initiated', record.startedAt],
      record.checksum === undefined
        ? undefined
        : ['ChecksumAlgorithm', record.checksum.algorithm.toUpperCase()],
      record.checksum === undefined ? undefined : ['ChecksumType', record.checksum.type],
    ],
  ];
}
