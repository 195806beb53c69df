import assert from 'node:assert/strict';
import { type Case, each, field, refused } from './case.contract.ts';
import { fileWith } from './scenes.contract.ts';

export const BUCKET_CASES: readonly Case[] = [
  {
    area: 'Buckets',
    name: 'make, list, find and remove a bucket',
    api: async ({ client, freshBucket: Bucket }) => {
      await client.call('CreateBucket', { Bucket });
      assert(each(await client.call('ListBuckets', {}), 'Buckets', 'Name').includes(Bucket));
      await client.call('HeadBucket', { Bucket });
      await client.call('DeleteBucket', { Bucket });
      await refused(client.call('HeadBucket', { Bucket }), 404, '404', 'NotFound', 'NoSuchBucket');
    },
    s3cmd: async ({ client, freshBucket }) => {
      await client.run('mb', `s3://${freshBucket}`);
      assert((await client.run('ls')).includes(freshBucket));
      await client.run('rb', `s3://${freshBucket}`);
      assert(!(await client.run('ls')).includes(freshBucket));
    },
    rclone: async ({ client, freshBucket }) => {
      await client.run('mkdir', `s3:${freshBucket}`);
      assert((await client.run('lsd', 's3:')).includes(freshBucket));
      await client.run('rmdir', `s3:${freshBucket}`);
      assert(!(await client.run('lsd', 's3:')).includes(freshBucket));
    },
    curl: async ({ client, freshBucket }) => {
      assert.equal((await client.send('PUT', `/${freshBucket}`)).status, 200);
      assert((await client.send('GET', '/')).body.includes(`<Name>${freshBucket}</Name>`));
      assert.equal((await client.send('DELETE', `/${freshBucket}`)).status, 204);
      assert.equal((await client.send('HEAD', `/${freshBucket}`)).status, 404);
    },
  },
  {
    area: 'Buckets',
    name: 'a bucket with objects stays',
    api: async ({ client, bucket: Bucket, prefix }) => {
      await client.call('PutObject', { Bucket, Key: `${prefix}a`, Body: Buffer.from('a') });
      await refused(client.call('DeleteBucket', { Bucket }), 'BucketNotEmpty');
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      await client.run('put', fileWith(folder, 'a'), `s3://${bucket}/${prefix}a`);
      await refused(client.run('rb', `s3://${bucket}`), 'BucketNotEmpty');
    },
    curl: async ({ client, bucket, prefix }) => {
      await client.send('PUT', `/${bucket}/${prefix}a`, { body: 'a' });
      const answer = await client.send('DELETE', `/${bucket}`);
      assert.deepEqual([answer.status, answer.code], [409, 'BucketNotEmpty']);
    },
  },
  {
    area: 'Buckets',
    name: 'location, and versions that are off',
    api: async ({ client, bucket: Bucket }) => {
      await client.call('GetBucketLocation', { Bucket });
      assert.equal((await client.call('GetBucketVersioning', { Bucket }))['Status'], undefined);
    },
    s3cmd: async ({ client, bucket }) => {
      assert.match(await client.run('info', `s3://${bucket}`), /Location:/);
    },
    curl: async ({ client, bucket }) => {
      assert.match(
        (await client.send('GET', `/${bucket}`, { query: 'location=' })).body.toString(),
        /LocationConstraint/,
      );
    },
  },
  {
    area: 'Buckets',
    name: 'CORS rules: set, told, carried out, removed',
    api: async ({ client, bucket: Bucket, endpoint }) => {
      const CORSRules = [
        {
          AllowedOrigins: ['https://a.example'],
          AllowedMethods: ['PUT'],
          AllowedHeaders: ['*'],
          ExposeHeaders: ['ETag'],
        },
      ];
      await client.call('PutBucketCors', { Bucket, CORSConfiguration: { CORSRules } });
      assert.deepEqual(field(await client.call('GetBucketCors', { Bucket }), 'CORSRules'), CORSRules);
      const preflight = async (origin: string): Promise<number> => {
        const headers = { origin, 'access-control-request-method': 'PUT' };
        return (await fetch(`${endpoint.url}/${Bucket}/x`, { method: 'OPTIONS', headers })).status;
      };
      assert.deepEqual(
        [await preflight('https://a.example'), await preflight('https://b.example')],
        [200, 403],
      );
      await client.call('DeleteBucketCors', { Bucket });
      await refused(client.call('GetBucketCors', { Bucket }), 'NoSuchCORSConfiguration');
    },
    s3cmd: async ({ client, bucket, folder }) => {
      const rule =
        '<CORSConfiguration><CORSRule><AllowedMethod>PUT</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>';
      await client.run('setcors', fileWith(folder, rule), `s3://${bucket}`);
      await client.run('delcors', `s3://${bucket}`);
    },
  },
  {
    area: 'Buckets',
    name: 'a lifecycle rule that aborts uploads',
    api: async ({ client, bucket: Bucket }) => {
      const rule = {
        ID: 'r',
        Status: 'Enabled',
        Filter: { Prefix: 'tmp/' },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
      };
      await client.call('PutBucketLifecycleConfiguration', {
        Bucket,
        LifecycleConfiguration: { Rules: [rule] },
      });
      const answer = await client.call('GetBucketLifecycleConfiguration', { Bucket });
      assert.partialDeepStrictEqual(answer['Rules'], [rule]);
      await client.call('DeleteBucketLifecycle', { Bucket });
      await refused(
        client.call('GetBucketLifecycleConfiguration', { Bucket }),
        'NoSuchLifecycleConfiguration',
      );
    },
    s3cmd: async ({ client, bucket, folder }) => {
      const rule =
        '<LifecycleConfiguration><Rule><ID>r</ID><Prefix>tmp/</Prefix><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule></LifecycleConfiguration>';
      await client.run('setlifecycle', fileWith(folder, rule), `s3://${bucket}`);
      assert.match(await client.run('getlifecycle', `s3://${bucket}`), /DaysAfterInitiation>7</);
      await client.run('dellifecycle', `s3://${bucket}`);
    },
  },
];

export const LISTING_CASES: readonly Case[] = [
  {
    area: 'Listing',
    name: 'pages of ListObjectsV2, with prefix and start-after',
    api: async ({ client, bucket: Bucket, prefix: Prefix }) => {
      const names = ['a', 'b', 'c', 'd'].map((name) => `${Prefix}${name}`);
      for (const Key of names) await client.call('PutObject', { Bucket, Key, Body: Buffer.from('x') });
      const first = await client.call('ListObjectsV2', { Bucket, Prefix, MaxKeys: 2 });
      assert.partialDeepStrictEqual(first, { IsTruncated: true, KeyCount: 2 });
      const rest = { ContinuationToken: first['NextContinuationToken'] };
      const second = await client.call('ListObjectsV2', { Bucket, Prefix, ...rest });
      assert.deepEqual([...each(first, 'Contents', 'Key'), ...each(second, 'Contents', 'Key')], names);
      const after = await client.call('ListObjectsV2', { Bucket, Prefix, StartAfter: names[2] });
      assert.deepEqual(each(after, 'Contents', 'Key'), names.slice(3));
    },
    curl: async ({ client, bucket, prefix }) => {
      await client.send('PUT', `/${bucket}/${prefix}a`, { body: 'x' });
      const query = `list-type=2&max-keys=1&prefix=${encodeURIComponent(prefix)}`;
      assert.match((await client.send('GET', `/${bucket}`, { query })).body.toString(), /<KeyCount>1</);
    },
  },
  {
    area: 'Listing',
    name: 'common prefixes',
    api: async ({ client, bucket: Bucket, prefix: Prefix }) => {
      for (const name of ['1', 'x/2', 'x/3', 'y/z/4']) {
        await client.call('PutObject', { Bucket, Key: `${Prefix}${name}`, Body: Buffer.from('x') });
      }
      const listed = await client.call('ListObjectsV2', { Bucket, Prefix, Delimiter: '/' });
      assert.deepEqual(each(listed, 'Contents', 'Key'), [`${Prefix}1`]);
      assert.deepEqual(each(listed, 'CommonPrefixes', 'Prefix'), [`${Prefix}x/`, `${Prefix}y/`]);
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      for (const name of ['1', 'x/2'])
        await client.run('put', fileWith(folder, 'x'), `s3://${bucket}/${prefix}${name}`);
      const listed = await client.run('ls', `s3://${bucket}/${prefix}`);
      assert.match(listed, /DIR\s+s3:.*\/x\//);
      assert.match(listed, /\/1\n/);
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      for (const name of ['1', 'x/2'])
        await client.run('copyto', fileWith(folder, 'x'), `s3:${bucket}/${prefix}${name}`);
      assert.deepEqual((await client.run('lsf', `s3:${bucket}/${prefix}`)).trim().split('\n'), ['1', 'x/']);
    },
  },
  {
    area: 'Listing',
    name: 'ListObjects, the older one',
    api: async ({ client, bucket: Bucket, prefix: Prefix }) => {
      for (const name of ['a', 'b', 'c']) {
        await client.call('PutObject', { Bucket, Key: `${Prefix}${name}`, Body: Buffer.from('x') });
      }
      const first = await client.call('ListObjects', { Bucket, Prefix, MaxKeys: 2 });
      assert.equal(first['IsTruncated'], true);
      const Marker = each(first, 'Contents', 'Key').at(-1);
      assert.deepEqual(
        each(await client.call('ListObjects', { Bucket, Prefix, Marker }), 'Contents', 'Key'),
        [`${Prefix}c`],
      );
    },
    curl: async ({ client, bucket, prefix }) => {
      await client.send('PUT', `/${bucket}/${prefix}a`, { body: 'x' });
      const answer = await client.send('GET', `/${bucket}`, {
        query: `prefix=${encodeURIComponent(prefix)}`,
      });
      assert.match(answer.body.toString(), /<Marker\s*\/?>/);
    },
  },
  {
    area: 'Listing',
    name: 'keys that XML cannot hold, in URL encoding',
    api: async ({ client, bucket: Bucket, prefix: Prefix }) => {
      await client.call('PutObject', { Bucket, Key: `${Prefix}a\u0001b c`, Body: Buffer.from('x') });
      const listed = await client.call('ListObjectsV2', { Bucket, Prefix, EncodingType: 'url' });
      const [key] = each(listed, 'Contents', 'Key');
      assert.equal(decodeURIComponent(String(key).replaceAll('+', ' ')), `${Prefix}a\u0001b c`);
    },
  },
];
