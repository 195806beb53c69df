import { err } from '@coffer/kit';
import type { Operation } from '../call.ts';
import { type ListItem, listKeys } from '../disk/keys/list-keys.ts';
import { refusal } from '../errors.ts';
import { xmlAnswer } from '../http/respond.ts';
import type { XmlChild } from '../xml/build.ts';
import { parseListing, presentHead, presentPrefixes } from './list-objects.ts';
import { OWNER } from './owner.ts';

const NULL_VERSION = ['VersionId', 'null'] as const;

/**
 * Cleanup tools list versions and delete by key and version `null`.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html
 */
export const listObjectVersions: Operation = async ({ disk }, call) => {
  const keyMarker = call.query.get('key-marker') ?? '';
  const versionMarker = call.query.get('version-id-marker');
  if (versionMarker !== undefined && (keyMarker === '' || versionMarker !== 'null')) {
    return err(refusal('InvalidArgument', 'The version-id-marker does not belong to the key-marker.'));
  }
  const listing = parseListing(call, keyMarker);
  if (!listing.ok) return listing;
  const { query, encode } = listing.value;
  const page = listKeys(disk.objects.index(call.bucket), query);
  const { next } = page;
  return xmlAnswer('ListVersionsResult', [
    ...presentHead(call, listing.value),
    ['KeyMarker', encode(keyMarker)],
    ['VersionIdMarker', versionMarker ?? ''],
    ['IsTruncated', next !== undefined],
    next === undefined ? undefined : ['NextKeyMarker', encode(next)],
    next === undefined || page.items.at(-1)?.kind === 'prefix' ? undefined : ['NextVersionIdMarker', 'null'],
    ...page.items.flatMap((item) => presentVersion(item, encode)),
    ...presentPrefixes(page, encode),
  ]);
};

function presentVersion(item: ListItem, encode: (text: string) => string): readonly XmlChild[] {
  if (item.kind === 'prefix') return [];
  const { entry } = item;
  return [
    [
      'Version',
      [
        ['Key', encode(entry.key)],
        NULL_VERSION,
        ['IsLatest', true],
        ['LastModified', new Date(entry.modifiedAtMs).toISOString()],
        ['ETag', `"${entry.etag}"`],
        entry.checksumAlgorithm === undefined
          ? undefined
          : ['ChecksumAlgorithm', entry.checksumAlgorithm.toUpperCase()],
        ['Size', entry.sizeBytes],
        OWNER,
        ['StorageClass', 'STANDARD'],
      ],
    ],
  ];
}
