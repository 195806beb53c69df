import type { Operation } from '../call.ts';
import { xmlAnswer } from '../http/respond.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export const listBuckets: Operation = async ({ disk }) =>
  xmlAnswer('ListAllMyBucketsResult', [
    ['Owner', OWNER],
    [
      'Buckets',
      disk.buckets.list().map(
        ({ name, createdAt }) =>
          [
            'Bucket',
            [
              ['Name', name],
              ['CreationDate', createdAt],
            ],
          ] as const,
      ),
    ],
  ]);

const OWNER = [
  ['ID', 'coffer'],
  ['DisplayName', 'coffer'],
] as const;
