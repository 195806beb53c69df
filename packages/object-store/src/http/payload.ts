import { timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import { type ChecksumAlgorithm, isChecksumValue } from '../checksum/algorithms.ts';
import { type DigestName, Digests, FinishedDigests } from '../checksum/digests.ts';
import {
  announcedTrailers,
  parseRequestChecksum,
  type RequestChecksum,
} from '../checksum/request-checksum.ts';
import { refusal, type S3Error } from '../errors.ts';
import type { PayloadBinding } from '../sigv4/authorize.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { decodeChunkedBody } from '../sigv4/chunked-body.ts';
import type { HeaderFields, StoreRequest } from './message.ts';

export interface PayloadOptions {
  readonly binding: PayloadBinding;
  readonly bytesMax: number;
  readonly tooLarge: S3Error;
  /** For a body whose length nobody announces, as that of a file in a form: what it must keep to. */
  readonly bounds?: SizeBounds;
  /** Also compute MD5 unless a SHA-256 of the body is verified anyway. */
  readonly wantsEtag: boolean;
  /** Set where `x-amz-checksum-*` speaks of an object and not of this body. */
  readonly ignoresChecksum?: boolean;
}

/** How long a body may be, and what is said when it is not. */
export interface SizeBounds {
  readonly min: number;
  readonly max: number;
  readonly tooShort: S3Error;
  readonly tooLong: S3Error;
}

/** A checksum that was verified against the received bytes. */
export interface VerifiedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
}

/**
 * A request body with everything it promised about itself: length, Content-MD5, x-amz-content-sha256,
 * x-amz-checksum-*, chunk signatures. Read `chunks` to its end, then `verify`; nothing is proven before that.
 */
export class Payload {
  readonly checksum: RequestChecksum | undefined;
  readonly #bounds: SizeBounds;
  readonly #request: StoreRequest;
  readonly #options: PayloadOptions;
  readonly #md5: Buffer | undefined;
  readonly #trailers = new Map<string, string>();
  #digests: Digests | undefined;
  #received = 0;

  private constructor(request: StoreRequest, options: PayloadOptions, facts: PayloadFacts) {
    this.#request = request;
    this.#options = options;
    this.#bounds = facts.bounds;
    this.checksum = facts.checksum;
    this.#md5 = facts.md5;
  }

  static open(request: StoreRequest, options: PayloadOptions): Result<Payload, S3Error> {
    const bounds = options.bounds === undefined ? announcedBounds(request, options) : ok(options.bounds);
    if (!bounds.ok) return bounds;
    const checksum = options.ignoresChecksum === true ? ok(undefined) : parseRequestChecksum(request.headers);
    if (!checksum.ok) return checksum;
    const expectsTrailer = options.binding.kind === 'chunked' && options.binding.hasTrailer;
    if (checksum.value !== undefined && checksum.value.value === undefined && !expectsTrailer) {
      return err(refusal('InvalidRequest', 'x-amz-trailer needs a chunked payload with a trailer.'));
    }
    const md5 = parseContentMd5(request.headers['content-md5']);
    if (!md5.ok) return md5;
    return ok(
      new Payload(request, options, { bounds: bounds.value, checksum: checksum.value, md5: md5.value }),
    );
  }

  /** What it cannot exceed, known from the beginning. */
  get sizeBytesMax(): number {
    return this.#bounds.max;
  }

  /** How long it was, once `chunks` was read to its end. */
  get sizeBytes(): number {
    return this.#received;
  }

  /** The decoded bytes. Throws PayloadError as soon as the body breaks its announcement. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    this.#digests = await Digests.start(this.#digestNames());
    for await (const chunk of this.#decoded()) {
      this.#received += chunk.length;
      if (this.#received > this.#bounds.max) throw new PayloadError(this.#bounds.tooLong);
      this.#digests.update(chunk);
      yield chunk;
    }
    if (this.#received < this.#bounds.min) throw new PayloadError(this.#bounds.tooShort);
  }

  /** Takes back the memory of a chunk that was read and is needed no more. */
  release(chunk: Uint8Array): void {
    this.#request.release?.(chunk);
  }

  /** Compares what was promised with what came. */
  verify(): Result<VerifiedPayload, S3Error> {
    const digests = this.#digests?.finish() ?? new FinishedDigests(new Map());
    const { binding } = this.#options;
    if (
      binding.kind === 'sha256' &&
      !timingSafeEqual(digests.get('sha256'), Buffer.from(binding.hex, 'hex'))
    ) {
      return err(refusal('XAmzContentSHA256Mismatch'));
    }
    if (this.#md5 !== undefined && !digests.get('md5').equals(this.#md5)) {
      return err(refusal('BadDigest', 'The Content-MD5 you specified did not match what we received.'));
    }
    if (this.checksum === undefined) return ok({ digests });
    const { algorithm } = this.checksum;
    const expected = this.checksum.value ?? this.#trailers.get(`x-amz-checksum-${algorithm}`) ?? '';
    if (!isChecksumValue(algorithm, expected)) {
      return err(refusal('InvalidRequest', `Value for x-amz-checksum-${algorithm} trailer is invalid.`));
    }
    const value = digests.get(algorithm).toString('base64');
    if (value !== expected) return err(refusal('BadDigest', `The ${algorithm} you specified did not match.`));
    return ok({ digests, checksum: { algorithm, value } });
  }

  #decoded(): AsyncIterable<Uint8Array> {
    const { binding } = this.#options;
    if (binding.kind !== 'chunked') return this.#request.body;
    return decodeChunkedBody(this.#request.body, {
      ...(binding.chain === undefined ? {} : { chain: binding.chain }),
      hasTrailer: binding.hasTrailer,
      announcedTrailers: binding.hasTrailer ? announcedTrailers(this.#request.headers) : [],
      trailers: this.#trailers,
    });
  }

  /** [Note: MD5 is the dearest digest] A quarter of all CPU of an upload, so it is left out where SHA-256 names the bytes. */
  #digestNames(): Set<DigestName> {
    const names = new Set<DigestName>();
    if (this.checksum !== undefined) names.add(this.checksum.algorithm);
    if (this.#options.binding.kind === 'sha256') names.add('sha256');
    if (this.#md5 !== undefined || (this.#options.wantsEtag && !names.has('sha256'))) names.add('md5');
    return names;
  }
}

interface PayloadFacts {
  readonly bounds: SizeBounds;
  readonly checksum: RequestChecksum | undefined;
  readonly md5: Buffer | undefined;
}

export interface VerifiedPayload {
  readonly digests: FinishedDigests;
  readonly checksum?: VerifiedChecksum;
}

/**
 * The ETag of bytes that came in one body, without quotes: their MD5, or an opaque `<32 hex>-1` made of the verified
 * SHA-256. The `-1` keeps clients from comparing it with an MD5 of their own.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
export function etagOf(digests: FinishedDigests): string {
  if (digests.has('md5')) return digests.get('md5').toString('hex');
  return etagOfSha256(digests.get('sha256'));
}

export function etagOfSha256(sha256: Buffer): string {
  return `${sha256.toString('hex', 0, 16)}-1`;
}

/** A body that says how long it is must be exactly so long. */
function announcedBounds(
  { headers }: StoreRequest,
  { binding, bytesMax, tooLarge }: PayloadOptions,
): Result<SizeBounds, S3Error> {
  const size = parseLength(headers, binding);
  if (!size.ok) return size;
  if (size.value > bytesMax) return err(tooLarge);
  const incomplete = refusal('IncompleteBody');
  return ok({ min: size.value, max: size.value, tooShort: incomplete, tooLong: incomplete });
}

function parseLength(headers: HeaderFields, binding: PayloadBinding): Result<number, S3Error> {
  const contentLength = headers['content-length'];
  if (contentLength === undefined && binding.kind !== 'chunked') return err(refusal('MissingContentLength'));
  const text = binding.kind === 'chunked' ? headers['x-amz-decoded-content-length'] : contentLength;
  if (text === undefined) return err(refusal('MissingContentLength'));
  if (!/^\d{1,15}$/.test(text)) return err(refusal('InvalidArgument', 'The length is not a number.'));
  return ok(Number(text));
}

function parseContentMd5(header: string | undefined): Result<Buffer | undefined, S3Error> {
  if (header === undefined) return ok(undefined);
  const bytes = Buffer.from(header, 'base64');
  const isValid = bytes.length === 16 && bytes.toString('base64') === header;
  return isValid ? ok(bytes) : err(refusal('InvalidDigest'));
}
