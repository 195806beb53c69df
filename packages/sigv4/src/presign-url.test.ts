import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { encodePath } from './canonical-request.ts';
import { presignUrl } from './presign-url.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');
const SIGNING = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-west-1',
};

const clientOf = (endpoint: string, forcePathStyle: boolean): S3Client =>
  new S3Client({
    endpoint,
    forcePathStyle,
    region: SIGNING.region,
    credentials: SIGNING,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

const CLAIM = /^X-Amz-(Algorithm|Credential|Date|Expires|SignedHeaders|Signature)$/;

function queryOf(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([name]) => !CLAIM.test(name)));
}

const signatureOf = (url: string): string | null => new URL(url).searchParams.get('X-Amz-Signature');

const NAMES = ['plain.txt', "Grüße (1)*!'.txt", 'a b+c&d=e?f#g%h~i', '漢字/\u{1F600}'];

test.each(NAMES)('a download signed by hand is the one of the SDK: %s', async (name) => {
  const command = new GetObjectCommand({
    Bucket: 'files',
    Key: `a/${name}`,
    ResponseContentDisposition: `attachment; filename="${name}"`,
    ResponseContentType: 'text/plain; charset=utf-8',
  });
  const url = await getSignedUrl(clientOf('https://store.example:9000', true), command, {
    expiresIn: 300,
    signingDate: AT,
  });
  const ours = presignUrl(SIGNING, {
    method: 'GET',
    url: `https://store.example:9000/files/${encodePath(`a/${name}`)}`,
    query: queryOf(new URL(url)),
    headers: {},
    at: AT,
    lifeSeconds: 300,
  });
  expect(new URL(ours).pathname).toBe(new URL(url).pathname);
  expect(signatureOf(ours)).toBe(signatureOf(url));
});

test('an upload signed by hand is the one of the SDK, with every header', async () => {
  const headers = {
    'content-type': 'text/plain',
    'x-amz-checksum-sha256': 'K7gNU3sdo+OL0wNhqoVWhr3g6s1xYv72ol/pe/Unols=',
    'x-amz-meta-name': 'two  spaces',
  };
  const command = new PutObjectCommand({
    Bucket: 'files',
    Key: 'k',
    ContentLength: 3,
    ContentType: headers['content-type'],
    ChecksumSHA256: headers['x-amz-checksum-sha256'],
    Metadata: { name: headers['x-amz-meta-name'] },
  });
  const url = await getSignedUrl(clientOf('https://store.example', true), command, {
    expiresIn: 900,
    signingDate: AT,
    unhoistableHeaders: new Set(Object.keys(headers)),
    signableHeaders: new Set([...Object.keys(headers), 'host', 'content-length']),
  });
  const ours = presignUrl(SIGNING, {
    method: 'PUT',
    url: 'https://store.example/files/k',
    query: queryOf(new URL(url)),
    headers: { ...headers, 'content-length': '3' },
    at: AT,
    lifeSeconds: 900,
  });
  expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe(
    new URL(ours).searchParams.get('X-Amz-SignedHeaders'),
  );
  expect(signatureOf(ours)).toBe(signatureOf(url));
});

test('a part signed by hand is the one of the SDK', async () => {
  const command = new UploadPartCommand({
    Bucket: 'files',
    Key: 'k',
    UploadId: 'up/load+id=',
    PartNumber: 7,
    ContentLength: 5,
  });
  const url = await getSignedUrl(clientOf('http://127.0.0.1:8421', true), command, {
    expiresIn: 900,
    signingDate: AT,
    signableHeaders: new Set(['host', 'content-length']),
  });
  const query = queryOf(new URL(url));
  expect(query).toMatchObject({ partNumber: '7', uploadId: 'up/load+id=' });
  const ours = presignUrl(SIGNING, {
    method: 'PUT',
    url: 'http://127.0.0.1:8421/files/k',
    query,
    headers: { 'content-length': '5' },
    at: AT,
    lifeSeconds: 900,
  });
  expect(signatureOf(ours)).toBe(signatureOf(url));
});
