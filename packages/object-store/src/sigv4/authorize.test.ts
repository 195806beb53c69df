// Test vectors: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
import { expect, test } from 'vitest';
import type { StoreRequest } from '../http/message.ts';
import { Query } from '../http/target.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { authorize } from './authorize.ts';
import { PayloadError } from './byte-reader.ts';
import { decodeChunkedBody } from './chunked-body.ts';

const ACCESS = 'AKIAIOSFODNN7EXAMPLE';
const OPTIONS = {
  credentials: [{ accessKeyId: ACCESS, secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }],
  region: 'us-east-1',
  limits: DEFAULT_LIMITS,
  nowMs: Date.parse('2013-05-24T00:00:00Z'),
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const HOST = 'examplebucket.s3.amazonaws.com';

type Pairs = [string, string][];

function request(line: string, headers: Record<string, string>, query: Pairs = []) {
  const [method = '', path = ''] = line.split(' ');
  const body: StoreRequest['body'] = (async function* () {})();
  const target = { bucket: '', key: '', path, query: new Query(query) };
  return { request: { method, rawPath: path, rawQuery: '', headers, body }, target };
}

function authorization(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=${ACCESS}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;
}

const VECTORS = {
  'GET Object': request('GET /test.txt', {
    host: HOST,
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  }),
  'PUT Object': request('PUT /test$file.text', {
    host: HOST,
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: authorization(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  }),
  'GET Bucket Lifecycle': request(
    'GET /',
    {
      host: HOST,
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;x-amz-content-sha256;x-amz-date',
        'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      ),
    },
    [['lifecycle', '']],
  ),
  'List Objects': request(
    'GET /',
    {
      host: HOST,
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    },
    [
      ['max-keys', '2'],
      ['prefix', 'J'],
    ],
  ),
  'presigned GET': request('GET /test.txt', { host: HOST }, [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${ACCESS}/20130524/us-east-1/s3/aws4_request`],
    ['X-Amz-Date', '20130524T000000Z'],
    ['X-Amz-Expires', '86400'],
    ['X-Amz-SignedHeaders', 'host'],
    ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
  ]),
};

test.each(Object.entries(VECTORS))('the published signature of %s is accepted', (_name, vector) => {
  expect(authorize(vector.request, vector.target, OPTIONS).ok).toBe(true);
});

test.each(Object.entries(VECTORS))('%s with another path is rejected', (_name, vector) => {
  const result = authorize(vector.request, { ...vector.target, path: `${vector.target.path}x` }, OPTIONS);
  expect(result).toMatchObject({ ok: false, error: { code: 'SignatureDoesNotMatch' } });
});

test('a header signature is valid for fifteen minutes before and after, not longer', () => {
  const { request: get, target } = VECTORS['GET Object'];
  const at = (seconds: number) =>
    authorize(get, target, { ...OPTIONS, nowMs: OPTIONS.nowMs + seconds * 1000 });
  expect([at(900).ok, at(-900).ok]).toEqual([true, true]);
  expect(at(901)).toMatchObject({ error: { code: 'RequestTimeTooSkewed' } });
  expect(at(-901)).toMatchObject({ error: { code: 'RequestTimeTooSkewed' } });
});

test('a presigned URL is valid until it expires', () => {
  const { request: get, target } = VECTORS['presigned GET'];
  const at = (seconds: number) =>
    authorize(get, target, { ...OPTIONS, nowMs: OPTIONS.nowMs + seconds * 1000 });
  expect([at(86_400).ok, at(-900).ok]).toEqual([true, true]);
  expect(at(86_401)).toMatchObject({ error: { code: 'AccessDenied', message: 'Request has expired' } });
  expect(at(-901)).toMatchObject({ error: { code: 'AccessDenied', message: 'Request is not yet valid' } });
});

test.each([
  ['another region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ['an unknown access key', { credentials: [] }, 'InvalidAccessKeyId'],
  [
    'another secret',
    { credentials: [{ accessKeyId: ACCESS, secretAccessKey: 'other' }] },
    'SignatureDoesNotMatch',
  ],
])('%s is rejected', (_name, change, code) => {
  const { request: get, target } = VECTORS['GET Object'];
  expect(authorize(get, target, { ...OPTIONS, ...change })).toMatchObject({ error: { code } });
});

test('an unsigned x-amz header is rejected', () => {
  const { request: get, target } = VECTORS['GET Object'];
  const headers = { ...get.headers, 'x-amz-meta-owner': 'somebody else' };
  expect(authorize({ ...get, headers }, target, OPTIONS)).toMatchObject({ error: { code: 'AccessDenied' } });
});

test.each([
  ['no signature at all', {}, 'AccessDenied'],
  ['another scheme', { authorization: 'AWS AKIA:abcdef' }, 'InvalidRequest'],
  ['a Basic password', { authorization: 'Basic YTpi' }, 'InvalidRequest'],
  [
    'nonsense',
    { authorization: 'AWS4-HMAC-SHA256 x', 'x-amz-content-sha256': EMPTY },
    'AuthorizationHeaderMalformed',
  ],
])('%s is rejected', (_name, headers, code) => {
  const { request: get, target } = request('GET /', { host: HOST, ...headers });
  expect(authorize(get, target, OPTIONS)).toMatchObject({ ok: false, error: { code } });
});

test('a lifetime of zero or more than a week is rejected', () => {
  for (const expires of ['604801', '0', '-1', '1e3', '']) {
    const query = VECTORS['presigned GET'].target.query.pairs.map(([name, value]): [string, string] =>
      name === 'X-Amz-Expires' ? [name, expires] : [name, value],
    );
    const { request: get, target } = request('GET /test.txt', { host: HOST }, query);
    expect(authorize(get, target, OPTIONS)).toMatchObject({
      error: { code: 'AuthorizationQueryParametersError' },
    });
  }
});

const CHUNKED = request('PUT /examplebucket/chunkObject.txt', {
  host: 's3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'content-encoding': 'aws-chunked',
  'x-amz-decoded-content-length': '66560',
  'content-length': '66824',
  authorization: authorization(
    'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
    '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  ),
});

function chunkedBody(letter: string): Buffer {
  const chunk = (size: number, signature: string) =>
    `${size.toString(16)};chunk-signature=${signature}\r\n${letter.repeat(size)}\r\n`;
  return Buffer.from(
    chunk(65_536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648') +
      chunk(1024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497') +
      chunk(0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
  );
}

async function decode(body: Buffer, pieceBytes: number): Promise<Buffer> {
  const result = authorize(CHUNKED.request, CHUNKED.target, OPTIONS);
  if (!result.ok || result.value.payload.kind !== 'chunked')
    throw new Error('the seed signature was refused');
  const source = async function* () {
    for (let i = 0; i < body.length; i += pieceBytes) yield body.subarray(i, i + pieceBytes);
  };
  const { chain } = result.value.payload;
  const out: Uint8Array[] = [];
  const options = { hasTrailer: false, announcedTrailers: [], trailers: new Map<string, string>() };
  for await (const piece of decodeChunkedBody(
    source(),
    chain === undefined ? options : { ...options, chain },
  )) {
    out.push(piece);
  }
  return Buffer.concat(out);
}

test.each([1, 7, 85, 86, 87, 4096, 1_000_000])(
  'the published chunked upload is decoded from pieces of %i bytes',
  async (size) => {
    expect((await decode(chunkedBody('a'), size)).equals(Buffer.alloc(66_560, 'a'))).toBe(true);
  },
);

test('a changed byte of a signed chunk is detected', async () => {
  await expect(decode(chunkedBody('b'), 4096)).rejects.toThrow('SignatureDoesNotMatch');
});

test('a chunked body that ends early, has extra data, or lacks its last chunk is rejected', async () => {
  const body = chunkedBody('a');
  const lastChunk = body.subarray(0, body.indexOf('0;chunk-signature=b6c6'));
  for (const bad of [
    body.subarray(0, -1),
    body.subarray(0, 60_000),
    Buffer.concat([body, Buffer.from('x')]),
    lastChunk,
  ]) {
    await expect(decode(bad, 4096)).rejects.toThrow(PayloadError);
  }
});

test('an endless chunk header is rejected before it fills the memory', async () => {
  await expect(decode(Buffer.alloc(5000, '1'), 100)).rejects.toThrow('IncompleteBody');
});
