import type { Operation } from '../../call.ts';
import { xmlAnswer } from '../../http/respond.ts';
import { knowsBucket } from '../../sigv4/grant.ts';
import { parseCount } from '../list-parameters.ts';
import { OWNER } from '../owner.ts';

const BUCKETS_MAX = 10_000;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export const listBuckets: Operation = async ({ disk, region }, call) => {
  const bucketsMax = parseCount(call.query, 'max-buckets', BUCKETS_MAX);
  if (!bucketsMax.ok) return bucketsMax;
  const prefix = call.query.get('prefix') ?? '';
  const after = call.query.get('continuation-token') ?? '';
  const known = disk.buckets
    .list()
    .filter(({ name }) => knowsBucket(call.authorization.grant, name))
    .filter(({ name }) => name.startsWith(prefix) && name > after);
  const page = known.slice(0, Math.max(bucketsMax.value, 1));
  const last = page.at(-1);
  return xmlAnswer('ListAllMyBucketsResult', [
    OWNER,
    [
      'Buckets',
      page.map(
        ({ name, createdAt }) =>
          [
            'Bucket',
            [
              ['Name', name],
              ['CreationDate', createdAt],
              ['BucketRegion', region],
            ],
          ] as const,
      ),
    ],
    prefix === '' ? undefined : ['Prefix', prefix],
    known.length > page.length && last !== undefined ? ['ContinuationToken', last.name] : undefined,
  ]);
};
