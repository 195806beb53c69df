import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Case, each, field, refused, text } from './case.contract.ts';
import type { Input } from './client.contract.ts';
import { contentOf, fileWith, LARGE, LAST, md5, PART, put, sha256, twoParts } from './scenes.contract.ts';

const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;

export const MULTIPART_CASES: readonly Case[] = [
  {
    area: 'Multipart',
    name: 'begin, send, list, complete',
    api: async (scene) => {
      const { target, base, complete } = await twoParts(scene, 'whole');
      const listed = await scene.client.call('ListParts', base);
      assert.deepEqual(
        [each(listed, 'Parts', 'PartNumber'), each(listed, 'Parts', 'Size')],
        [
          [1, 2],
          [PART.length, LAST.length],
        ],
      );
      const uploads = await scene.client.call('ListMultipartUploads', {
        Bucket: scene.bucket,
        Prefix: scene.prefix,
      });
      assert.deepEqual(each(uploads, 'Uploads', 'Key'), [target.Key]);
      await complete();
      assert(text(await scene.client.call('GetObject', target)).endsWith(LAST.toString()));
    },
    curl: async ({ client, bucket, prefix }) => {
      const path = `/${bucket}/${prefix}whole`;
      const begun = await client.send('POST', path, { query: 'uploads=' });
      const id = /<UploadId>([^<]+)</.exec(begun.body.toString())?.[1] ?? '';
      const sent = await client.send('PUT', path, { query: `partNumber=1&uploadId=${id}`, body: LAST });
      const list = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${sent.headers['etag'] ?? ''}</ETag></Part></CompleteMultipartUpload>`;
      assert.equal((await client.send('POST', path, { query: `uploadId=${id}`, body: list })).status, 200);
      assert.equal((await client.send('GET', path)).body.toString(), LAST.toString());
    },
  },
  {
    area: 'Multipart',
    name: 'a large file, as the client does it',
    api: async ({ client, bucket, prefix, folder }) => {
      await client.upload(fileWith(folder, LARGE), bucket, `${prefix}large`);
      const target = join(folder, `${client.name}-large`);
      await client.download(bucket, `${prefix}large`, target);
      assert(contentOf(target).equals(LARGE));
    },
    s3cmd: async ({ client, bucket, prefix, folder }) => {
      const target = join(folder, 's3cmd-large');
      await client.run(
        'put',
        '--multipart-chunk-size-mb=5',
        fileWith(folder, LARGE),
        `s3://${bucket}/${prefix}large`,
      );
      await client.run('get', `s3://${bucket}/${prefix}large`, target);
      assert(contentOf(target).equals(LARGE));
    },
    rclone: async ({ client, bucket, prefix, folder }) => {
      const target = join(folder, 'rclone-large');
      const chunks = ['--s3-chunk-size=5M', '--s3-upload-cutoff=5M'];
      await client.run('copyto', ...chunks, fileWith(folder, LARGE), `s3:${bucket}/${prefix}large`);
      await client.run('copyto', `s3:${bucket}/${prefix}large`, target);
      assert(contentOf(target).equals(LARGE));
    },
  },
  {
    area: 'Multipart',
    name: 'abort',
    api: async (scene) => {
      const { base } = await twoParts(scene, 'aborted');
      await scene.client.call('AbortMultipartUpload', base);
      await refused(scene.client.call('ListParts', base), 'NoSuchUpload');
    },
    s3cmd: async ({ client, bucket }) => {
      assert.match(await client.run('multipart', `s3://${bucket}`), /Initiated/);
    },
    rclone: async ({ client, bucket }) => {
      await client.run('backend', 'cleanup', `s3:${bucket}`);
    },
  },
  {
    area: 'Multipart',
    name: 'parts copied from objects, whole and by range',
    api: async (scene) => {
      const { client, bucket: Bucket, prefix } = scene;
      await put(scene, 'source', PART);
      const target = { Bucket, Key: `${prefix}assembled` };
      const { UploadId } = await client.call('CreateMultipartUpload', target);
      const base = { ...target, UploadId, CopySource: `${Bucket}/${prefix}source` };
      const Parts = [];
      for (const more of [{}, { CopySourceRange: 'bytes=0-9' }]) {
        const PartNumber: number = Parts.length + 1;
        const copied = await client.call('UploadPartCopy', { ...base, PartNumber, ...more });
        Parts.push({ PartNumber, ETag: field(copied, 'CopyPartResult', 'ETag') });
      }
      await client.call('CompleteMultipartUpload', { ...target, UploadId, MultipartUpload: { Parts } });
      assert.equal((await client.call('HeadObject', target))['ContentLength'], PART.length + 10);
    },
  },
  {
    area: 'Multipart',
    name: 'wrong lists are refused: order, ETag, size',
    api: async (scene) => {
      const { base, Parts } = await twoParts(scene, 'wrong');
      const complete = (list: readonly Input[]) =>
        scene.client.call('CompleteMultipartUpload', { ...base, MultipartUpload: { Parts: list } });
      await refused(complete(Parts.toReversed()), 'InvalidPartOrder');
      await refused(complete([{ PartNumber: 1, ETag: '"00000000000000000000000000000000"' }]), 'InvalidPart');
      const small = await scene.client.call('UploadPart', { ...base, PartNumber: 1, Body: LAST });
      const sums = Object.entries(small).filter(([name]) => /^Checksum(CRC|SHA)/.test(name));
      await refused(
        complete([{ ...Object.fromEntries(sums), PartNumber: 1, ETag: small['ETag'] }, ...Parts.slice(1)]),
        'EntityTooSmall',
      );
    },
  },
  {
    area: 'Multipart',
    name: 'a completion may be repeated',
    api: async (scene) => {
      const { complete, target } = await twoParts(scene, 'twice');
      await complete();
      await complete();
      assert.equal(
        (await scene.client.call('HeadObject', target))['ContentLength'],
        PART.length + LAST.length,
      );
    },
  },
];

const singleChecksums = ALGORITHMS.map(
  (algorithm): Case => ({
    area: 'Checksums',
    name: `${algorithm}: computed by the client, verified, kept and given back`,
    api: async (scene) => {
      const { target } = await put(scene, algorithm, 'summed', { ChecksumAlgorithm: algorithm });
      const head = await scene.client.call('HeadObject', { ...target, ChecksumMode: 'ENABLED' });
      const name = `Checksum${algorithm}`;
      assert(typeof head[name] === 'string', `no ${name} in the response`);
      const wrong = put(scene, `${algorithm}-wrong`, 'other bytes', { [name]: head[name] });
      await refused(wrong, 'BadDigest', 'XAmzContentChecksumMismatch', 'InvalidDigest');
    },
  }),
);

export const CHECKSUM_CASES: readonly Case[] = [
  ...singleChecksums,
  {
    area: 'Checksums',
    name: 'SHA-256 of an upload in parts: composite',
    api: async (scene) => {
      const { target, complete } = await twoParts(scene, 'composite', { ChecksumAlgorithm: 'SHA256' });
      await complete();
      const head = await scene.client.call('HeadObject', { ...target, ChecksumMode: 'ENABLED' });
      const sums = [PART, LAST].map((part) => Buffer.from(sha256(part), 'base64'));
      assert.equal(head['ChecksumSHA256'], `${sha256(Buffer.concat(sums))}-2`);
    },
  },
  {
    area: 'Checksums',
    name: 'CRC32 of an upload in parts: of the whole object',
    api: async (scene) => {
      const more = { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' };
      const { target, complete } = await twoParts(scene, 'full', more);
      await complete({ ChecksumType: 'FULL_OBJECT' });
      const head = await scene.client.call('HeadObject', { ...target, ChecksumMode: 'ENABLED' });
      const sum = Buffer.alloc(4);
      sum.writeUInt32BE(crc32(Buffer.concat([PART, LAST])));
      assert.equal(head['ChecksumCRC32'], sum.toString('base64'));
    },
  },
  {
    area: 'Checksums',
    name: 'Content-MD5 is verified',
    api: async (scene) => {
      await put(scene, 'md5', 'body', { ContentMD5: md5('body') });
      await refused(put(scene, 'md5', 'body', { ContentMD5: md5('other') }), 'BadDigest');
    },
    curl: async ({ client, bucket, prefix }) => {
      const headers = { 'content-md5': createHash('md5').update('other').digest('base64') };
      assert.equal(
        (await client.send('PUT', `/${bucket}/${prefix}md5`, { body: 'body', headers })).code,
        'BadDigest',
      );
    },
  },
  {
    area: 'Checksums',
    name: 'a body that differs from its signed SHA-256 is refused',
    curl: async ({ client, bucket, prefix }) => {
      const headers = { 'x-amz-checksum-sha256': sha256(Buffer.from('other')) };
      const answer = await client.send('PUT', `/${bucket}/${prefix}sha`, { body: 'body', headers });
      assert.equal(answer.code, 'BadDigest');
    },
  },
];
