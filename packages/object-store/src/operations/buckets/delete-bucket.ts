import { err } from '@coffer/kit';
import type { Operation } from '../../call.ts';
import { noSuchBucket, refusal } from '../../errors.ts';
import { emptyAnswer } from '../../http/respond.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html */
export const deleteBucket: Operation = async ({ disk }, call) => {
  const removed = await disk.removeBucket(call.bucket);
  if (removed.ok) return emptyAnswer(204);
  if (removed.error === 'NoSuchBucket') return err(noSuchBucket(call.bucket));
  return err(refusal('BucketNotEmpty', undefined, [['BucketName', call.bucket]]));
};
