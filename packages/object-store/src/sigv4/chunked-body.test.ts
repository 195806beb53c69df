// Amazon's SDKs end each trailer with CRLF. Other clients end it with LF, as it is signed, followed by the
// CRLF of the chunk.
import { createSecretKey } from 'node:crypto';
import { sha256Hex, signatureHex } from '@coffer/sigv4';
import { expect, test } from 'vitest';
import type { ChunkChain } from './authorize.ts';
import { type ChunkedBodyOptions, decodeChunkedBody } from './chunked-body.ts';

const TRAILER = 'x-amz-checksum-crc32:jEwIWA==';
const NAME = 'x-amz-checksum-crc32';

async function* inPiecesOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decode(text: string, pieceBytes: number, chain?: ChunkChain) {
  const trailers = new Map<string, string>();
  const options: ChunkedBodyOptions = {
    hasTrailer: true,
    announcedTrailers: [NAME],
    trailers,
    ...(chain === undefined ? {} : { chain }),
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of decodeChunkedBody(inPiecesOf(Buffer.from(text), pieceBytes), options))
    pieces.push(piece);
  return { body: Buffer.concat(pieces).toString(), trailer: trailers.get(NAME) };
}

const CHUNK = '7\r\ncontent\r\n0\r\n';
const DECODED = { body: 'content', trailer: 'jEwIWA==' };

test.each([
  ['CRLF', `${CHUNK}${TRAILER}\r\n\r\n`],
  ['LF, and the CRLF of the chunk before that of the body', `${CHUNK}${TRAILER}\n\r\n\r\n`],
  ['LF, and one CRLF', `${CHUNK}${TRAILER}\n\r\n`],
  ['LF throughout', `${CHUNK}${TRAILER}\n\n`],
])('a trailer that ends in %s is read, whatever the chunks', async (_, text) => {
  for (let size = 1; size <= text.length; size += 1) expect(await decode(text, size)).toEqual(DECODED);
});

test('a signed trailer that ends in LF is checked like any other', async () => {
  const text = signed('jEwIWA==');
  for (const size of [1, 7, text.length]) expect(await decode(text, size, CHAIN)).toEqual(DECODED);
  const changed = text.replace(TRAILER, 'x-amz-checksum-crc32:AAAAAA==');
  await expect(decode(changed, 7, CHAIN)).rejects.toMatchObject({
    failure: { code: 'SignatureDoesNotMatch' },
  });
});

test.each([
  ['the header of a chunk ends in LF', '7\ncontent\r\n0\r\n'],
  ['the bytes of a chunk end in LF', '7\r\ncontent\n0\r\n'],
  ['more follows the trailers', `${CHUNK}${TRAILER}\n\r\n\r\nmore`],
  ['two blank lines follow trailers that end in CRLF', `${CHUNK}${TRAILER}\r\n\r\n\r\n`],
  ['the trailers do not end', `${CHUNK}${TRAILER}\n`],
])('a body is rejected if %s', async (_, text) => {
  await expect(decode(text, 5)).rejects.toMatchObject({ failure: { code: expect.any(String) } });
});

const CHAIN: ChunkChain = {
  key: createSecretKey(Buffer.from('a key of the tests')),
  amzDate: '20260101T000000Z',
  scope: '20260101/eu-central-1/s3/aws4_request',
  seedSignature: '0'.repeat(64),
};

function signed(value: string): string {
  const { key, amzDate, scope } = CHAIN;
  const chunk = (previous: string, content: string): string =>
    signatureHex(
      key,
      ['AWS4-HMAC-SHA256-PAYLOAD', amzDate, scope, previous, sha256Hex(''), sha256Hex(content)].join('\n'),
    );
  const first = chunk(CHAIN.seedSignature, 'content');
  const last = chunk(first, '');
  const line = `${NAME}:${value}\n`;
  const trailer = signatureHex(
    key,
    ['AWS4-HMAC-SHA256-TRAILER', amzDate, scope, last, sha256Hex(line)].join('\n'),
  );
  return `7;chunk-signature=${first}\r\ncontent\r\n0;chunk-signature=${last}\r\n${line}\r\nx-amz-trailer-signature:${trailer}\r\n\r\n`;
}
