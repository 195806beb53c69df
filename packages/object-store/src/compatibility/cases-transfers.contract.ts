import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Api, Input } from './client.contract.ts';
import { type Case, each, field, refused, type Scene, text } from './case.contract.ts';
import { contentOf, fileWith } from './cases-objects.contract.ts';

const PART = Buffer.alloc(5 * 1024 * 1024, 'p');
const LAST = Buffer.from('the end');
const LARGE = Buffer.alloc(12 * 1024 * 1024 + 345, 'large file ');
const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
const EARLIER = '2020-01-01T00:00:00Z';

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('base64');

const md5 = (body: string) => createHash('md5').update(body).digest('base64');

/** Fields of dates as each client wants them. */
function date(client: Api, text_: string): unknown {
  return client.name === 'SDK v3' ? new Date(text_) : text_;
}

type Content = readonly [name: string, body: Buffer | string, more?: Input];

async function put({ client, bucket: Bucket, prefix }: Scene<Api>, ...[name, body, more = {}]: Content) {
  const target = { Bucket, Key: `${prefix}${name}` };
  const answer = await client.call('PutObject', { ...target, Body: Buffer.from(body), ...more });
  return { target, etag: String(answer['ETag']) };
}

/** Begins an upload and sends two parts. */
async function twoParts({ client, bucket: Bucket, prefix }: Scene<Api>, name: string, more: Input = {}) {
  const target = { Bucket, Key: `${prefix}${name}` };
  const { ChecksumType: _type, ...perPart } = more;
  const { UploadId } = await client.call('CreateMultipartUpload', { ...target, ...more });
  const base = { ...target, UploadId };
  const Parts: Input[] = [];
  for (const [i, Body] of [PART, LAST].entries()) {
    const sent = await client.call('UploadPart', { ...base, PartNumber: i + 1, Body, ...perPart });
    const sums = Object.entries(sent).filter(([field_]) => /^Checksum(CRC|SHA)/.test(field_));
    Parts.push({ PartNumber: i + 1, ETag: sent['ETag'], ...Object.fromEntries(sums) });
  }
  const complete = (more_: Input = {}) =>
    client.call('CompleteMultipartUpload', { ...base, MultipartUpload: { Parts }, ...more_ });
  return { target, base, Parts, complete };
}

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
      assert(typeof head[name] === 'string', `no ${name} in the answer`);
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
