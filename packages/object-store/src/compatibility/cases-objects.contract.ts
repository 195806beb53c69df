import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from './client.contract.ts';
import { type Case, each, field, refused, text } from './case.contract.ts';

const HOSTILE = 'a b/ü+%41 &=?#é😀';
/** Python's clients encode it themselves. */
function copySource(client: Api, bucket: string, key: string): string {
  return client.name === 'SDK v3' ? `${bucket}/${encoded(key)}` : `${bucket}/${key}`;
}

const encoded = (key: string) => key.split('/').map(encodeURIComponent).join('/');

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
      const told = await client.call('GetBucketLifecycleConfiguration', { Bucket });
      assert.partialDeepStrictEqual(told['Rules'], [rule]);
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

export const OBJECT_CASES: readonly Case[] = [
  {
    area: 'Objects',
    name: 'put, get, describe and delete',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const target = { Bucket, Key: `${prefix}object` };
      const { ETag } = await client.call('PutObject', { ...target, Body: Buffer.from('content') });
      assert.partialDeepStrictEqual(await client.call('HeadObject', target), { ETag, ContentLength: 7 });
      assert.equal(text(await client.call('GetObject', target)), 'content');
      await client.call('DeleteObject', target);
      await client.call('DeleteObject', target);
      await refused(client.call('HeadObject', target), 404, '404', 'NotFound');
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const target = `s3://${bucket}/${prefix}object`;
      await client.run('put', fileWith(folder, 'content'), target);
      assert.match(await client.run('info', target), /File size:\s+7/);
      assert.equal(await client.run('get', '--quiet', target, '-'), 'content');
      await client.run('del', target);
      await refused(client.run('info', target), 404);
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const target = `s3:${bucket}/${prefix}object`;
      await client.run('copyto', fileWith(folder, 'content'), target);
      assert.equal(await client.run('cat', target), 'content');
      assert.match(await client.run('size', target), /7/);
      await client.run('deletefile', target);
      assert.equal(await client.run('lsf', `s3:${bucket}/${prefix}`).catch(() => ''), '');
    },
    curl: async ({ client, bucket, prefix }) => {
      const path = `/${bucket}/${prefix}object`;
      assert.equal((await client.send('PUT', path, { body: 'content' })).status, 200);
      assert.equal((await client.send('HEAD', path)).headers['content-length'], '7');
      assert.equal((await client.send('GET', path)).body.toString(), 'content');
      assert.equal((await client.send('DELETE', path)).status, 204);
      assert.equal((await client.send('GET', path)).code, 'NoSuchKey');
    },
  },
  {
    area: 'Objects',
    name: 'keys with spaces, signs and other alphabets',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const target = { Bucket, Key: `${prefix}${HOSTILE}` };
      await client.call('PutObject', { ...target, Body: Buffer.from('hostile') });
      assert.equal(text(await client.call('GetObject', target)), 'hostile');
      const listed = await client.call('ListObjectsV2', { Bucket, Prefix: prefix });
      assert.deepEqual(each(listed, 'Contents', 'Key'), [target.Key]);
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const target = `s3://${bucket}/${prefix}${HOSTILE}`;
      await client.run('put', fileWith(folder, 'hostile'), target);
      assert.equal(await client.run('get', '--quiet', target, '-'), 'hostile');
      assert((await client.run('ls', `s3://${bucket}/${prefix}a b/`)).includes(target));
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const target = `s3:${bucket}/${prefix}${HOSTILE}`;
      await client.run('copyto', fileWith(folder, 'hostile'), target);
      assert.equal(await client.run('cat', target), 'hostile');
      assert((await client.run('lsf', '-R', `s3:${bucket}/${prefix}`)).includes(HOSTILE));
    },
    curl: async ({ client, bucket, prefix }) => {
      const path = `/${bucket}/${prefix}${encoded(HOSTILE)}`;
      assert.equal((await client.send('PUT', path, { body: 'hostile' })).status, 200);
      assert.equal((await client.send('GET', path)).body.toString(), 'hostile');
    },
  },
  {
    area: 'Objects',
    name: 'type, headers and metadata come back',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const more = {
        ContentType: 'image/png',
        CacheControl: 'max-age=5',
        ContentLanguage: 'de',
        Metadata: { one: 'two' },
      };
      const target = { Bucket, Key: `${prefix}described` };
      await client.call('PutObject', { ...target, Body: Buffer.from('x'), ...more });
      assert.partialDeepStrictEqual(await client.call('HeadObject', target), more);
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const target = `s3://${bucket}/${prefix}described`;
      await client.run(
        'put',
        '--mime-type=image/png',
        '--add-header=x-amz-meta-one:two',
        fileWith(folder, 'x'),
        target,
      );
      const told = await client.run('info', target);
      assert.match(told, /MIME type:\s+image\/png/);
      assert.match(told, /x-amz-meta-one:\s+two/);
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const target = `s3:${bucket}/${prefix}described.png`;
      await client.run(
        'copyto',
        '--header-upload',
        'Cache-Control: max-age=5',
        fileWith(folder, 'x'),
        target,
      );
      // rclone keeps the time of the file in the metadata.
      assert.match(await client.run('lsjson', '--hash', target), /"MimeType":"image\/png"/);
    },
    curl: async ({ client, bucket, prefix }) => {
      const path = `/${bucket}/${prefix}described`;
      const headers = { 'cache-control': 'max-age=5', 'x-amz-meta-one': 'two' };
      await client.send('PUT', path, { body: 'x', headers });
      assert.partialDeepStrictEqual((await client.send('HEAD', path)).headers, headers);
    },
  },
  {
    area: 'Objects',
    name: 'many are deleted by one request',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const keys = [`${prefix}1`, `${prefix}<2>&`, `${prefix}ü 3`];
      for (const Key of keys) await client.call('PutObject', { Bucket, Key, Body: Buffer.from('x') });
      const Objects = [...keys, `${prefix}absent`].map((Key) => ({ Key }));
      const answer = await client.call('DeleteObjects', { Bucket, Delete: { Objects } });
      assert.equal(each(answer, 'Deleted', 'Key').length, 4);
      assert.equal((await client.call('ListObjectsV2', { Bucket, Prefix: prefix }))['KeyCount'] ?? 0, 0);
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      for (const name of ['1', '2'])
        await client.run('put', fileWith(folder, 'x'), `s3://${bucket}/${prefix}${name}`);
      await client.run('del', '--recursive', '--force', `s3://${bucket}/${prefix}`);
      assert.equal(await client.run('ls', `s3://${bucket}/${prefix}`), '');
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      for (const name of ['1', '2'])
        await client.run('copyto', fileWith(folder, 'x'), `s3:${bucket}/${prefix}${name}`);
      await client.run('delete', `s3:${bucket}/${prefix}`);
      assert.equal(await client.run('lsf', `s3:${bucket}/${prefix}`).catch(() => ''), '');
    },
  },
  {
    area: 'Objects',
    name: 'copy within the store',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const Key = `${prefix}source ü%`;
      await client.call('PutObject', { Bucket, Key, Body: Buffer.from('copied'), Metadata: { a: 'b' } });
      const target = { Bucket, Key: `${prefix}target` };
      await client.call('CopyObject', { ...target, CopySource: copySource(client, Bucket, Key) });
      const got = await client.call('GetObject', target);
      assert.equal(text(got), 'copied');
      assert.partialDeepStrictEqual(got, { Metadata: { a: 'b' } });
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const [source, target] = [`s3://${bucket}/${prefix}source ü`, `s3://${bucket}/${prefix}target`];
      await client.run('put', fileWith(folder, 'copied'), source);
      await client.run('cp', source, target);
      assert.equal(await client.run('get', '--quiet', target, '-'), 'copied');
      await client.run('mv', target, `${target} moved`);
      assert.equal(await client.run('get', '--quiet', `${target} moved`, '-'), 'copied');
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const [source, target] = [`s3:${bucket}/${prefix}source ü`, `s3:${bucket}/${prefix}target`];
      await client.run('copyto', fileWith(folder, 'copied'), source);
      await client.run('copyto', source, target);
      assert.equal(await client.run('cat', target), 'copied');
    },
    curl: async ({ client, bucket, prefix }) => {
      await client.send('PUT', `/${bucket}/${prefix}source`, { body: 'copied' });
      const headers = { 'x-amz-copy-source': `/${bucket}/${prefix}source` };
      const answer = await client.send('PUT', `/${bucket}/${prefix}target`, { headers });
      assert.match(answer.body.toString(), /<CopyObjectResult/);
      assert.equal((await client.send('GET', `/${bucket}/${prefix}target`)).body.toString(), 'copied');
    },
  },
  {
    area: 'Objects',
    name: 'copy with other metadata',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const target = { Bucket, Key: `${prefix}same` };
      await client.call('PutObject', { ...target, Body: Buffer.from('x'), Metadata: { a: 'b' } });
      const more = {
        MetadataDirective: 'REPLACE',
        Metadata: { c: 'd' },
        CopySource: `${Bucket}/${target.Key}`,
      };
      await client.call('CopyObject', { ...target, ...more });
      assert.deepEqual(field(await client.call('HeadObject', target), 'Metadata'), { c: 'd' });
      await refused(client.call('CopyObject', { ...target, CopySource: more.CopySource }), 'InvalidRequest');
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const target = `s3://${bucket}/${prefix}same`;
      await client.run('put', fileWith(folder, 'x'), target);
      await client.run('modify', '--add-header=x-amz-meta-c:d', target);
      assert.match(await client.run('info', target), /x-amz-meta-c:\s+d/);
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const target = `s3:${bucket}/${prefix}same`;
      await client.run('copyto', fileWith(folder, 'x'), target);
      await client.run('touch', '--timestamp', '2020-01-02T03:04:05', target);
      assert.match(await client.run('lsl', target), /2020-01-02 03:04:05/);
    },
  },
  {
    area: 'Objects',
    name: 'tags',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const target = { Bucket, Key: `${prefix}tagged` };
      await client.call('PutObject', { ...target, Body: Buffer.from('x'), Tagging: 'a=1' });
      const tags = async () => (await client.call('GetObjectTagging', target))['TagSet'];
      assert.deepEqual(await tags(), [{ Key: 'a', Value: '1' }]);
      const TagSet = [{ Key: 'b', Value: 'two words' }];
      await client.call('PutObjectTagging', { ...target, Tagging: { TagSet } });
      assert.deepEqual(await tags(), TagSet);
      await client.call('DeleteObjectTagging', target);
      assert.deepEqual(await tags(), []);
    },
    curl: async ({ client, bucket, prefix }) => {
      const path = `/${bucket}/${prefix}tagged`;
      await client.send('PUT', path, { body: 'x', headers: { 'x-amz-tagging': 'a=1' } });
      assert.match(
        (await client.send('GET', path, { query: 'tagging=' })).body.toString(),
        /<Key>a<\/Key><Value>1</,
      );
    },
  },
  {
    area: 'Objects',
    name: 'attributes',
    api: async ({ client, bucket: Bucket, prefix }) => {
      const target = { Bucket, Key: `${prefix}attributes` };
      await client.call('PutObject', { ...target, Body: Buffer.from('four') });
      const ObjectAttributes = ['ObjectSize', 'StorageClass'];
      const told = await client.call('GetObjectAttributes', { ...target, ObjectAttributes });
      assert.partialDeepStrictEqual(told, { ObjectSize: 4, StorageClass: 'STANDARD' });
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

export function fileWith(folder: string, content: string | Buffer): string {
  const path = join(folder, `file-${Math.random().toString(36).slice(2)}`);
  writeFileSync(path, content);
  return path;
}

export function contentOf(path: string): Buffer {
  return readFileSync(path);
}
