import assert from 'node:assert/strict';
import { type Case, refused, text } from './case.contract.ts';
import { fileWith, LAST, put } from './scenes.contract.ts';

export const SIGNATURE_CASES: readonly Case[] = [
  {
    area: 'Signatures',
    name: 'a wrong secret and an unknown key are refused',
    api: async ({ client, endpoint, bucket: Bucket }) => {
      for (const [more, code] of [
        [{ secretAccessKey: 'another secret of nobody' }, 'SignatureDoesNotMatch'],
        [{ accessKeyId: 'UNKNOWNUNKNOWN' }, 'InvalidAccessKeyId'],
      ] as const) {
        const stranger = await client.as({ ...endpoint, ...more });
        await refused(stranger.call('ListObjectsV2', { Bucket }), code);
        await stranger.close();
      }
    },
    s3cmd: async ({ client, endpoint, bucket }) => {
      await refused(
        client.as({ ...endpoint, secretAccessKey: 'another secret' }).run('ls', `s3://${bucket}`),
        'SignatureDoesNotMatch',
      );
    },
    rclone: async ({ client, endpoint, bucket }) => {
      await refused(
        client.as({ ...endpoint, secretAccessKey: 'another secret' }).run('lsf', `s3:${bucket}`),
        'SignatureDoesNotMatch',
      );
    },
    curl: async ({ client, endpoint, bucket }) => {
      const answer = await client
        .as({ ...endpoint, secretAccessKey: 'another secret' })
        .send('GET', `/${bucket}`);
      assert.deepEqual([answer.status, answer.code], [403, 'SignatureDoesNotMatch']);
    },
  },
  {
    area: 'Signatures',
    name: 'a signed URL reads, until it ends, and what it was signed for',
    api: async (scene) => {
      const { target } = await put(scene, 'signed ü', 'by URL');
      const url = await scene.client.presign('GetObject', target, 60);
      assert.equal(await (await fetch(url)).text(), 'by URL');
      assert.equal((await fetch(url.replace('signed', 'sighed'))).status, 403);
      const short = await scene.client.presign('GetObject', target, 1);
      await new Promise((resolve) => setTimeout(resolve, 2100));
      assert.equal((await fetch(short)).status, 403);
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      await client.run('copyto', fileWith(folder, 'by URL'), `s3:${bucket}/${prefix}signed`);
      const url = (await client.run('link', '--expire', '1m', `s3:${bucket}/${prefix}signed`)).trim();
      assert.equal(await (await fetch(url)).text(), 'by URL');
    },
  },
  {
    area: 'Signatures',
    name: 'a signed URL writes',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const target = { Bucket, Key: `${prefix}written` };
      const url = await client.presign('PutObject', target, 60);
      assert.equal((await fetch(url, { method: 'PUT', body: 'by URL' })).status, 200);
      assert.equal(text(await client.call('GetObject', target)), 'by URL');
    },
  },
  {
    area: 'Signatures',
    name: 'requests without a signature are refused',
    curl: async ({ client, endpoint, bucket }) => {
      const answer = await client.send('GET', `${endpoint.url}/${bucket}`, { isSigned: true });
      assert.deepEqual([answer.status, answer.code], [403, 'AccessDenied']);
    },
  },
];

export const ERROR_CASES: readonly Case[] = [
  {
    area: 'Errors',
    name: 'no such key, bucket, upload',
    api: async ({ client, bucket: Bucket, prefix, freshBucket }) => {
      const Key = `${prefix}absent`;
      await refused(client.call('GetObject', { Bucket, Key }), 'NoSuchKey');
      await refused(client.call('GetObject', { Bucket: freshBucket, Key }), 'NoSuchBucket');
      const upload = { Bucket, Key, UploadId: 'f'.repeat(32), PartNumber: 1, Body: LAST };
      await refused(client.call('UploadPart', upload), 'NoSuchUpload');
    },
    s3cmd: async ({ client, freshBucket }) => {
      await refused(client.run('ls', `s3://${freshBucket}`), 'NoSuchBucket');
    },
    rclone: async ({ client, freshBucket }) => {
      await refused(client.run('lsf', `s3:${freshBucket}`), 'ClientFailed', 404);
    },
    curl: async ({ client, freshBucket }) => {
      const answer = await client.send('GET', `/${freshBucket}`);
      assert.deepEqual([answer.status, answer.code], [404, 'NoSuchBucket']);
    },
  },
  {
    area: 'Errors',
    name: 'malformed: XML, bucket names, arguments',
    api: async ({ client, bucket: Bucket }) => {
      await refused(client.call('ListObjectsV2', { Bucket, ContinuationToken: '***' }), 'InvalidArgument');
    },
    curl: async ({ client, bucket }) => {
      const answer = await client.send('POST', `/${bucket}`, { query: 'delete=', body: '<Delete><Obj' });
      assert.deepEqual([answer.status, answer.code], [400, 'MalformedXML']);
      assert.equal((await client.send('PUT', '/UPPER_case')).code, 'InvalidBucketName');
    },
  },
];

export const OMITTED_CASES: readonly Case[] = [
  {
    area: 'Left out',
    name: 'access control lists',
    api: async (scene) => void (await put(scene, 'public', 'x', { ACL: 'public-read' })),
  },
  {
    area: 'Left out',
    name: 'bucket policies',
    api: async ({ client, bucket: Bucket }) => {
      const Statement = [
        {
          Effect: 'Allow',
          Principal: '*',
          Action: 's3:GetObject',
          Resource: `arn:aws:s3:::${Bucket}/public/*`,
        },
      ];
      await client.call('PutBucketPolicy', {
        Bucket,
        Policy: JSON.stringify({ Version: '2012-10-17', Statement }),
      });
    },
  },
  {
    area: 'Left out',
    name: 'versions',
    api: async ({ client, freshBucket: Bucket }) => {
      await client.call('CreateBucket', { Bucket });
      await client.call('PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Enabled' } });
    },
  },
  {
    area: 'Left out',
    name: 'object lock',
    api: async ({ client, freshBucket: Bucket }) =>
      void (await client.call('CreateBucket', { Bucket, ObjectLockEnabledForBucket: true })),
  },
  {
    area: 'Left out',
    name: 'encryption by the server',
    api: async (scene) => void (await put(scene, 'encrypted', 'x', { ServerSideEncryption: 'AES256' })),
  },
];
