import assert from 'node:assert/strict';
import { type Case, each, field, refused, text } from './case.contract.ts';
import { copySource, encoded, fileWith, HOSTILE } from './scenes.contract.ts';

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
      const answer = await client.run('info', target);
      assert.match(answer, /MIME type:\s+image\/png/);
      assert.match(answer, /x-amz-meta-one:\s+two/);
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
      const answer = await client.call('GetObjectAttributes', { ...target, ObjectAttributes });
      assert.partialDeepStrictEqual(answer, { ObjectSize: 4, StorageClass: 'STANDARD' });
    },
  },
];
