import type { Operation } from '../../call.ts';
import { emptyAnswer, xmlAnswer } from '../../http/respond.ts';
import { xmlDocument } from '../../xml/build.ts';

export const headBucket: Operation = async ({ region }) =>
  emptyAnswer(200, { 'x-amz-bucket-region': region });

/**
 * S3 returns an empty region for us-east-1.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html
 */
export const getBucketLocation: Operation = async ({ region }) => {
  const answer = xmlAnswer('LocationConstraint', []);
  const name = region === 'us-east-1' ? '' : region;
  const body = xmlDocument('LocationConstraint', []).replace(
    '></LocationConstraint>',
    `>${name}</LocationConstraint>`,
  );
  return { ...answer, value: { ...answer.value, body } };
};

/**
 * S3 returns no status for a bucket that was never versioned.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html
 */
export const getBucketVersioning: Operation = async () => xmlAnswer('VersioningConfiguration', []);
