// Compares with the official SDK.
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { bucketUrl } from './bucket-url.ts';

const CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

const PLACES = [
  'https://s3.eu-west-1.amazonaws.com',
  'http://store.example:9000',
  'https://store.example',
  'http://127.0.0.1:8421',
  'http://[::1]:8421',
].flatMap((endpoint) =>
  ['files', 'my.files.here', 'a--b', '1.2.3.4', 'a.-b'].flatMap((bucket) =>
    [true, false].map((forcePathStyle) => ({ endpoint, bucket, forcePathStyle })),
  ),
);

test.each(PLACES)('the address of a bucket is the one of the SDK: %j', async (place) => {
  const client = new S3Client({
    endpoint: place.endpoint,
    forcePathStyle: place.forcePathStyle,
    region: 'eu-west-1',
    credentials: CREDENTIALS,
  });
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: place.bucket, Key: 'k' }));
  expect(`${bucketUrl(place, place.bucket)}/k`).toBe(url.replace(/\?.*$/, ''));
});
