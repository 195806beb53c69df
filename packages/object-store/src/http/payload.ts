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
  readonly bounds?: SizeBounds;
  /** Also compute MD5, unless a SHA-256 of the body is verified. */
  readonly wantsEtag: boolean;
  /** For requests where `x-amz-checksum-*` describes an object, not this body. */
  readonly ignoresChecksum?: boolean;
}

export interface SizeBounds {
  readonly min: number;
  readonly max: number;
  readonly tooShort: S3Error;
  readonly tooLong: S3Error;
}

export interface VerifiedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
}

/**
 * A request body with its length, Content-MD5, x-amz-content-sha256, x-amz-checksum-* and chunk signatures. Read
 * `chunks` to the end, then call `verify`; nothing is verified before.
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

  get sizeBytesMax(): number {
    return this.#bounds.max;
  }

  get sizeBytes(): number {
    return this.#received;
  }

  /** Throws PayloadError as soon as the body violates its announced properties. */
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

  release(chunk: Uint8Array): void {
    this.#request.release?.(chunk);
  }

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

  /** MD5 is expensive, so it is omitted when SHA-256 identifies the bytes. */
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
 * ETag without quotes: the MD5, or `<32 hex>-1` from the verified SHA-256. The suffix keeps clients from comparing it
 * with an MD5.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
export function etagOf(digests: FinishedDigests): string {
  if (digests.has('md5')) return digests.get('md5').toString('hex');
  return etagOfSha256(digests.get('sha256'));
}

export function etagOfSha256(sha256: Buffer): string {
  return `${sha256.toString('hex', 0, 16)}-1`;
}

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
