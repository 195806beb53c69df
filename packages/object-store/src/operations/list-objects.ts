import { err, ok, type Result } from '@coffer/kit';
import { encodeRfc3986 } from '@coffer/sigv4';
import type { Call, Operation } from '../call.ts';
import { type ListItem, listKeys, type ListPage, type ListQuery } from '../disk/keys/list-keys.ts';
import { refusal, type S3Error } from '../errors.ts';
import { xmlAnswer } from '../http/respond.ts';
import type { XmlChild } from '../xml/build.ts';
import { parseCount, parseEncoding } from './list-parameters.ts';
import { OWNER } from './owner.ts';

const KEYS_MAX = 1000;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export const listObjectsV2: Operation = async ({ disk }, call) => {
  const token = call.query.get('continuation-token');
  const startAfter = call.query.get('start-after') ?? '';
  const after = token === undefined ? startAfter : parseToken(token);
  if (after === undefined)
    return err(refusal('InvalidArgument', 'The continuation token provided is incorrect.'));
  const listing = parseListing(call, after);
  if (!listing.ok) return listing;
  const { query, encode } = listing.value;
  const page = listKeys(disk.objects.index(call.bucket), query);
  return xmlAnswer('ListBucketResult', [
    ...presentHead(call, listing.value),
    token === undefined ? undefined : ['ContinuationToken', token],
    startAfter === '' ? undefined : ['StartAfter', encode(startAfter)],
    ['KeyCount', page.items.length],
    ['IsTruncated', page.next !== undefined],
    page.next === undefined ? undefined : ['NextContinuationToken', formatToken(page.next)],
    ...presentItems(page, { encode, withOwner: call.query.get('fetch-owner') === 'true' }),
  ]);
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html */
export const listObjectsV1: Operation = async ({ disk }, call) => {
  const marker = call.query.get('marker') ?? '';
  const listing = parseListing(call, marker);
  if (!listing.ok) return listing;
  const { query, encode } = listing.value;
  const page = listKeys(disk.objects.index(call.bucket), query);
  return xmlAnswer('ListBucketResult', [
    ...presentHead(call, listing.value),
    ['Marker', encode(marker)],
    ['IsTruncated', page.next !== undefined],
    page.next === undefined ? undefined : ['NextMarker', encode(page.next)],
    ...presentItems(page, { encode, withOwner: true }),
  ]);
};

export interface Listing {
  readonly query: ListQuery;
  readonly encoding: 'url' | undefined;
  readonly encode: (text: string) => string;
}

export function parseListing(call: Call, after: string): Result<Listing, S3Error> {
  const encoding = parseEncoding(call.query);
  if (!encoding.ok) return encoding;
  const keysMax = parseCount(call.query, 'max-keys', KEYS_MAX);
  if (!keysMax.ok) return keysMax;
  const query = {
    prefix: call.query.get('prefix') ?? '',
    delimiter: call.query.get('delimiter') ?? '',
    after,
    keysMax: keysMax.value,
  };
  const encode = (text: string): string =>
    encoding.value === 'url' ? text.split('/').map(encodeRfc3986).join('/') : text;
  return ok({ query, encoding: encoding.value, encode });
}

export function presentHead(call: Call, { query, encoding, encode }: Listing): readonly XmlChild[] {
  return [
    ['Name', call.bucket],
    ['Prefix', encode(query.prefix)],
    query.delimiter === '' ? undefined : ['Delimiter', encode(query.delimiter)],
    encoding === undefined ? undefined : ['EncodingType', encoding],
    ['MaxKeys', query.keysMax],
  ];
}

interface Presentation {
  readonly encode: (text: string) => string;
  readonly withOwner: boolean;
}

function presentItems(page: ListPage, { encode, withOwner }: Presentation): readonly XmlChild[] {
  const present = (item: ListItem): XmlChild => {
    if (item.kind === 'prefix') return undefined;
    const { entry } = item;
    return [
      'Contents',
      [
        ['Key', encode(entry.key)],
        ['LastModified', new Date(entry.modifiedAtMs).toISOString()],
        ['ETag', `"${entry.etag}"`],
        entry.checksumAlgorithm === undefined
          ? undefined
          : ['ChecksumAlgorithm', entry.checksumAlgorithm.toUpperCase()],
        ['Size', entry.sizeBytes],
        withOwner ? OWNER : undefined,
        ['StorageClass', 'STANDARD'],
      ],
    ];
  };
  return [...page.items.map(present), ...presentPrefixes(page, encode)];
}

export function presentPrefixes(page: ListPage, encode: Presentation['encode']): readonly XmlChild[] {
  return page.items.flatMap((item): readonly XmlChild[] =>
    item.kind === 'prefix' ? [['CommonPrefixes', [['Prefix', encode(item.prefix)]]]] : [],
  );
}

/** Encodes the last item, so a token stays valid after restarts and changes of the bucket. */
function formatToken(last: string): string {
  return Buffer.from(last).toString('base64url');
}

function parseToken(token: string): string | undefined {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  return text !== '' && formatToken(text) === token ? text : undefined;
}
