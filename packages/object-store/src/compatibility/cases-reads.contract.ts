import assert from 'node:assert/strict';
import { type Case, refused, text } from './case.contract.ts';
import { contentOf, date, EARLIER, fileWith, LAST, put, twoParts } from './scenes.contract.ts';

export const RANGE_CASES: readonly Case[] = [
  {
    area: 'Ranges',
    name: 'beginning, middle, end',
    api: async (scene) => {
      const { target } = await put(scene, 'range', '0123456789');
      const read = async (Range: string) => text(await scene.client.call('GetObject', { ...target, Range }));
      assert.deepEqual(
        [await read('bytes=0-1'), await read('bytes=4-6'), await read('bytes=-3'), await read('bytes=8-')],
        ['01', '456', '789', '89'],
      );
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const target = `s3:${bucket}/${prefix}range`;
      await client.run('copyto', fileWith(folder, '0123456789'), target);
      assert.equal(await client.run('cat', '--offset', '4', '--count', '3', target), '456');
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const target = `s3://${bucket}/${prefix}range`;
      await client.run('put', fileWith(folder, '0123456789'), target);
      const begun = fileWith(folder, '0123');
      await client.run('get', '--continue', target, begun);
      assert.equal(contentOf(begun).toString(), '0123456789');
    },
    curl: async ({ client, bucket, prefix }) => {
      await client.send('PUT', `/${bucket}/${prefix}range`, { body: '0123456789' });
      const answer = await client.send('GET', `/${bucket}/${prefix}range`, {
        headers: { range: 'bytes=4-6' },
      });
      assert.deepEqual(
        [answer.status, answer.headers['content-range'], answer.body.toString()],
        [206, 'bytes 4-6/10', '456'],
      );
    },
  },
  {
    area: 'Ranges',
    name: 'a range that cannot be had',
    api: async (scene) => {
      const { target } = await put(scene, 'short', 'abc');
      await refused(scene.client.call('GetObject', { ...target, Range: 'bytes=3-' }), 'InvalidRange', 416);
    },
    curl: async ({ client, bucket, prefix }) => {
      await client.send('PUT', `/${bucket}/${prefix}short`, { body: 'abc' });
      const answer = await client.send('GET', `/${bucket}/${prefix}short`, {
        headers: { range: 'bytes=3-' },
      });
      assert.deepEqual([answer.status, answer.code], [416, 'InvalidRange']);
    },
  },
  {
    area: 'Ranges',
    name: 'one part by its number',
    api: async (scene) => {
      const { target, complete } = await twoParts(scene, 'parts');
      await complete();
      const got = await scene.client.call('GetObject', { ...target, PartNumber: 2 });
      assert.deepEqual([text(got), got['PartsCount']], [LAST.toString(), 2]);
    },
  },
  {
    area: 'Ranges',
    name: 'headers of the answer set by the request',
    api: async (scene) => {
      const { target } = await put(scene, 'override', 'x');
      const overrides = {
        ResponseContentType: 'text/plain',
        ResponseContentDisposition: 'attachment; filename="a.txt"',
      };
      const got = await scene.client.call('GetObject', { ...target, ...overrides });
      assert.partialDeepStrictEqual(got, {
        ContentType: 'text/plain',
        ContentDisposition: 'attachment; filename="a.txt"',
      });
    },
  },
];

export const CONDITION_CASES: readonly Case[] = [
  {
    area: 'Conditions',
    name: 'reads: If-Match, If-None-Match',
    api: async (scene) => {
      const { target, etag } = await put(scene, 'read', 'x');
      await scene.client.call('GetObject', { ...target, IfMatch: etag });
      await refused(scene.client.call('GetObject', { ...target, IfMatch: '"0"' }), 'PreconditionFailed', 412);
      await refused(
        scene.client.call('GetObject', { ...target, IfNoneMatch: etag }),
        304,
        '304',
        'NotModified',
      );
    },
    curl: async ({ client, bucket, prefix }) => {
      const path = `/${bucket}/${prefix}read`;
      const { etag = '' } = (await client.send('PUT', path, { body: 'x' })).headers;
      assert.equal((await client.send('GET', path, { headers: { 'if-none-match': etag } })).status, 304);
      assert.equal((await client.send('GET', path, { headers: { 'if-match': '"0"' } })).status, 412);
    },
  },
  {
    area: 'Conditions',
    name: 'reads: If-Modified-Since, If-Unmodified-Since',
    api: async (scene) => {
      const { target } = await put(scene, 'read', 'x');
      const before = date(scene.client, EARLIER);
      await scene.client.call('GetObject', { ...target, IfModifiedSince: before });
      await refused(
        scene.client.call('GetObject', { ...target, IfUnmodifiedSince: before }),
        'PreconditionFailed',
        412,
      );
    },
  },
  {
    area: 'Conditions',
    name: 'a write where nothing may be (If-None-Match: *)',
    api: async (scene) => {
      const { target } = await put(scene, 'once', 'first', { IfNoneMatch: '*' });
      await refused(put(scene, 'once', 'second', { IfNoneMatch: '*' }), 'PreconditionFailed');
      assert.equal(text(await scene.client.call('GetObject', target)), 'first');
    },
    curl: async ({ client, bucket, prefix }) => {
      const send = async () =>
        (
          await client.send('PUT', `/${bucket}/${prefix}once`, {
            body: 'x',
            headers: { 'if-none-match': '*' },
          })
        ).status;
      assert.deepEqual([await send(), await send()], [200, 412]);
    },
  },
  {
    area: 'Conditions',
    name: 'a write over what is known (If-Match)',
    api: async (scene) => {
      const { etag } = await put(scene, 'known', 'first');
      await put(scene, 'known', 'second', { IfMatch: etag });
      await refused(put(scene, 'known', 'third', { IfMatch: etag }), 'PreconditionFailed');
    },
  },
  {
    area: 'Conditions',
    name: 'a completion where nothing may be',
    api: async (scene) => {
      const { complete, target } = await twoParts(scene, 'once');
      await put(scene, 'once', 'first');
      await refused(complete({ IfNoneMatch: '*' }), 'PreconditionFailed');
      assert.equal(text(await scene.client.call('GetObject', target)), 'first');
    },
  },
  {
    area: 'Conditions',
    name: 'copies: conditions on the source',
    api: async (scene) => {
      const { target, etag } = await put(scene, 'source', 'x');
      const copy = {
        Bucket: scene.bucket,
        Key: `${scene.prefix}copy`,
        CopySource: `${scene.bucket}/${target.Key}`,
      };
      await scene.client.call('CopyObject', { ...copy, CopySourceIfMatch: etag });
      await refused(
        scene.client.call('CopyObject', { ...copy, CopySourceIfNoneMatch: etag }),
        'PreconditionFailed',
        412,
      );
    },
  },
];
