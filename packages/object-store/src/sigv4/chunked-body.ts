import { createHash, timingSafeEqual } from 'node:crypto';
import { sha256Hex, signatureHex } from '@coffer/sigv4';
import { refusal } from '../errors.ts';
import type { ChunkChain } from './authorize.ts';
import { ByteReader, PayloadError } from './byte-reader.ts';

const CHUNK_LINE_BYTES_MAX = 256;
const TRAILER_LINE_BYTES_MAX = 2048;
const TRAILERS_MAX = 8;
const EMPTY_SHA256 = sha256Hex('');

export interface ChunkedBodyOptions {
  readonly chain?: ChunkChain;
  readonly hasTrailer: boolean;
  /** Names from `x-amz-trailer`. Other trailers are refused. */
  readonly announcedTrailers: readonly string[];
  readonly trailers: Map<string, string>;
}

/**
 * Decodes `aws-chunked` bodies and checks their signatures. Yields bytes before their chunk is verified and throws
 * {@link PayloadError} later, so nothing may be committed before the end.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export async function* decodeChunkedBody(
  source: AsyncIterable<Uint8Array>,
  options: ChunkedBodyOptions,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  let signature = options.chain?.seedSignature ?? '';
  try {
    for (;;) {
      const header = parseChunkLine(await reader.line(CHUNK_LINE_BYTES_MAX));
      const hash = options.chain === undefined ? undefined : createHash('sha256');
      let remaining = header.sizeBytes;
      while (remaining > 0) {
        const bytes = await reader.take(remaining);
        if (bytes === undefined) throw new PayloadError(refusal('IncompleteBody'));
        remaining -= bytes.length;
        hash?.update(bytes);
        yield bytes;
      }
      if (options.chain !== undefined && hash !== undefined) {
        const text = chunkStringToSign(options.chain, signature, hash.digest('hex'));
        signature = checkSignature(options.chain, text, header.signature);
      }
      if (header.sizeBytes === 0) break;
      if ((await reader.line(0)) !== '') throw new PayloadError(refusal('IncompleteBody'));
    }
    await readTrailers(reader, options, signature);
    if ((await reader.take(1)) !== undefined) throw new PayloadError(refusal('IncompleteBody'));
  } finally {
    await reader.close();
  }
}

async function readTrailers(
  reader: ByteReader,
  options: ChunkedBodyOptions,
  lastSignature: string,
): Promise<void> {
  const lines: string[] = [];
  let trailerSignature: string | undefined;
  let isAfterBareLf = false;
  for (;;) {
    const { text: line, end } = await reader.anyLine(TRAILER_LINE_BYTES_MAX);
    // After a trailer with a bare LF, some clients send a CRLF that does not end the trailers.
    const isEnd = line === '' && (!isAfterBareLf || (await reader.isAtEnd()));
    if (isEnd) break;
    isAfterBareLf = end === 'lf';
    if (line === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'x-amz-trailer-signature') {
      trailerSignature = value;
      continue;
    }
    const isExpected =
      options.hasTrailer && options.announcedTrailers.includes(name) && !options.trailers.has(name);
    if (!isExpected || lines.length >= TRAILERS_MAX) throw new PayloadError(refusal('MalformedTrailerError'));
    options.trailers.set(name, value);
    lines.push(`${name}:${value}\n`);
  }
  if (options.trailers.size !== options.announcedTrailers.length) {
    throw new PayloadError(refusal('MalformedTrailerError'));
  }
  if (options.chain === undefined || !options.hasTrailer) return;
  const { amzDate, scope } = options.chain;
  const text = ['AWS4-HMAC-SHA256-TRAILER', amzDate, scope, lastSignature, sha256Hex(lines.join(''))].join(
    '\n',
  );
  checkSignature(options.chain, text, trailerSignature);
}

function chunkStringToSign(chain: ChunkChain, previous: string, hash: string): string {
  return ['AWS4-HMAC-SHA256-PAYLOAD', chain.amzDate, chain.scope, previous, EMPTY_SHA256, hash].join('\n');
}

function checkSignature(chain: ChunkChain, text: string, given: string | undefined): string {
  const expected = signatureHex(chain.key, text);
  const isEqual =
    given !== undefined &&
    /^[0-9a-f]{64}$/.test(given) &&
    timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'));
  if (!isEqual) throw new PayloadError(refusal('SignatureDoesNotMatch'));
  return expected;
}

function parseChunkLine(line: string): { readonly sizeBytes: number; readonly signature?: string } {
  const match = /^([0-9a-fA-F]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (match === null) throw new PayloadError(refusal('IncompleteBody'));
  const sizeBytes = Number.parseInt(match[1] ?? '', 16);
  return match[2] === undefined ? { sizeBytes } : { sizeBytes, signature: match[2] };
}
