import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type _Object as ListedObject,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { err, KIB, ok, type Result } from '@coffer/kit';
import { type AddressGuard, AddressNotAllowedError } from '../../network/address-guard.ts';
import { AnswerTooLargeError, createGuardedHandler, type GuardedHandler } from './guarded-handler.ts';

/** A bucket that somebody chose. `endpoint` is empty for Amazon S3. */
export interface SourceAddress {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SourceObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  readonly etag: string;
}

export interface SourcePage {
  readonly objects: readonly SourceObject[];
  readonly hasMore: boolean;
}

export interface SourceContent {
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Needed even if nothing was read. */
  readonly close: () => void;
}

export type SourceFault =
  | 'source_refused'
  | 'source_not_found'
  | 'source_other_region'
  | 'source_unreachable'
  | 'source_invalid'
  | 'source_changed'
  | 'checksum_mismatch';

export interface BucketSource {
  /** Objects after the key, in the order of their keys. */
  readonly list: (page: {
    readonly after: string | undefined;
    readonly limit: number;
    readonly signal?: AbortSignal;
  }) => Promise<Result<SourcePage, SourceFault>>;
  readonly has: (key: string, signal: AbortSignal) => Promise<Result<boolean, SourceFault>>;
  /** The content of exactly this object. Reading throws a {@link SourceError} if it is not what the source announced. */
  readonly read: (object: SourceObject, signal: AbortSignal) => Promise<Result<SourceContent, SourceFault>>;
  readonly close: () => void;
}

/** Why reading ended early. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly fault: SourceFault;

  constructor(fault: SourceFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface SourceLimits {
  readonly answerMs: number;
  readonly idleMs: number;
  readonly socketsMax: number;
}

/** A key of 1,024 bytes, escaped, with everything else about its object. */
const ENTRY_MAX_BYTES = 6 * KIB;
const FRAME_MAX_BYTES = 64 * KIB;
const TRIES = 3;
/** S3 allows 1,024 bytes. */
const KEY_MAX = 1_024;

export function openBucketSource(
  address: SourceAddress,
  { guard, ...limits }: SourceLimits & { readonly guard: AddressGuard },
): BucketSource {
  const handler = createGuardedHandler({ guard, pageMaxBytes, ...limits });
  const client = openClient(address, handler);
  const { bucket: Bucket, prefix } = address;
  return {
    list: async ({ after, limit, signal }) =>
      await callSource(async () => {
        const command = new ListObjectsV2Command({
          Bucket,
          MaxKeys: limit,
          EncodingType: 'url',
          ...(prefix !== '' && { Prefix: prefix }),
          ...(after !== undefined && { StartAfter: after }),
        });
        const page = await client.send(command, signal === undefined ? {} : { abortSignal: signal });
        // A web server of another kind may answer with a page.
        if (page.Name === undefined) throw new SourceError('source_invalid');
        const isEscaped = page.EncodingType === 'url';
        const objects = (page.Contents ?? []).map((each) => objectOf(each, isEscaped));
        if (objects.length > limit) throw new SourceError('source_invalid');
        checkOrder(objects, { prefix, after });
        const hasMore = page.IsTruncated === true;
        // Without a last key, the same page would be asked for again.
        if (hasMore && objects.length === 0) throw new SourceError('source_invalid');
        return { objects, hasMore };
      }),
    has: async (Key, abortSignal) => {
      const command = new HeadObjectCommand({ Bucket, Key });
      const head = await callSource(async () => await client.send(command, { abortSignal }));
      if (head.ok) return ok(true);
      return head.error === 'source_not_found' || head.error === 'source_refused' ? ok(false) : head;
    },
    read: async (object, abortSignal) =>
      await callSource(async () => {
        const answer = await client.send(
          new GetObjectCommand({ Bucket, Key: object.key, IfMatch: object.etag, ChecksumMode: 'ENABLED' }),
          { abortSignal },
        );
        return contentOf(answer, object);
      }),
    close: () => {
      client.destroy();
      handler.destroy();
    },
  };
}

/** The SDK parses a page at once, so it must not be larger than what was asked for can be. */
function pageMaxBytes(keys: number): number {
  return FRAME_MAX_BYTES + keys * ENTRY_MAX_BYTES;
}

function openClient(address: SourceAddress, requestHandler: GuardedHandler): S3Client {
  const isAnonymous = address.accessKeyId === '';
  return new S3Client({
    ...(address.endpoint === '' ? {} : { endpoint: address.endpoint, forcePathStyle: true }),
    region: address.region,
    credentials: {
      accessKeyId: isAnonymous ? 'anonymous' : address.accessKeyId,
      secretAccessKey: isAnonymous ? 'anonymous' : address.secretAccessKey,
    },
    ...(isAnonymous && { signer: { sign: async (request) => await Promise.resolve(request) } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
    followRegionRedirects: false,
    useArnRegion: false,
    maxAttempts: TRIES,
    requestHandler,
  });
}

function objectOf({ Key, Size, LastModified, ETag }: ListedObject, isEscaped: boolean): SourceObject {
  const isWhole = Key !== undefined && Size !== undefined && ETag !== undefined && LastModified !== undefined;
  if (!isWhole || Number.isNaN(LastModified.getTime()) || !Number.isSafeInteger(Size) || Size < 0) {
    throw new SourceError('source_invalid');
  }
  const key = isEscaped ? unescaped(Key) : Key;
  return { key, sizeBytes: Size, modifiedAt: LastModified, etag: ETag };
}

function contentOf(answer: GetObjectCommandOutput, object: SourceObject): SourceContent {
  const body = answer.Body;
  if (!(body instanceof Readable)) throw new SourceError('source_invalid');
  body.on('error', () => undefined);
  const close = (): void => void body.destroy();
  if (answer.ContentLength !== object.sizeBytes || answer.ETag !== object.etag) {
    close();
    throw new SourceError('source_changed');
  }
  const encryption = answer.ServerSideEncryption ?? 'AES256';
  const isMd5 = encryption === 'AES256' && answer.SSECustomerAlgorithm === undefined;
  const mediaType = answer.ContentType ?? '';
  return {
    bytes: checked(body, object, isMd5 ? md5Of(object.etag) : undefined),
    close,
    mediaType: mediaType.endsWith('/octet-stream') ? '' : mediaType,
  };
}

/** Keys must rise, or a listing could go on for ever. */
function checkOrder(
  objects: readonly SourceObject[],
  { prefix, after }: { readonly prefix: string; readonly after: string | undefined },
): void {
  let last = after;
  for (const { key } of objects) {
    const isNext = last === undefined || Buffer.compare(Buffer.from(last), Buffer.from(key)) < 0;
    const isKey = key.length <= KEY_MAX && !key.includes('\u0000');
    if (!isNext || !isKey || !key.startsWith(prefix)) throw new SourceError('source_invalid');
    last = key;
  }
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    // The key is no UTF-8.
    throw new SourceError('source_invalid');
  }
}

/** The MD5 of the content, if the ETag is one: not for parts, and not for keys of the source's encryption. */
function md5Of(etag: string): string | undefined {
  return /^"?([0-9a-f]{32})"?$/i.exec(etag)?.[1]?.toLowerCase();
}

/** The SDK compares the source's checksum of the whole content at the end of the stream. */
async function* checked(
  body: Readable,
  { sizeBytes }: SourceObject,
  md5: string | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5');
  let read = 0;
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new SourceError('source_invalid');
      read += chunk.length;
      if (read > sizeBytes) throw new SourceError('source_invalid');
      if (md5 !== undefined) hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw new SourceError(faultOf(error));
  } finally {
    body.destroy();
  }
  if (read !== sizeBytes) throw new SourceError('source_unreachable');
  if (md5 !== undefined && hash.digest('hex') !== md5) throw new SourceError('checksum_mismatch');
}

async function callSource<T>(call: () => Promise<T>): Promise<Result<T, SourceFault>> {
  try {
    return ok(await call());
  } catch (error) {
    return err(faultOf(error));
  }
}

const REGION_FAULTS = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const MISSING = new Set(['NoSuchBucket', 'NoSuchKey', 'NotFound']);

/** Everything that a foreign server can cause is a value. */
function faultOf(error: unknown): SourceFault {
  if (error instanceof SourceError) return error.fault;
  if (error instanceof AnswerTooLargeError) return 'source_invalid';
  if (error instanceof AddressNotAllowedError || !(error instanceof Error)) return 'source_unreachable';
  if (error.message.startsWith('Checksum mismatch')) return 'checksum_mismatch';
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? metadata.httpStatusCode
      : undefined;
  if (REGION_FAULTS.has(error.name) || status === 301) return 'source_other_region';
  if (MISSING.has(error.name) || status === 404) return 'source_not_found';
  if (status === 401 || status === 403) return 'source_refused';
  if (status === 412) return 'source_changed';
  if (typeof status === 'number' && status < 500 && status !== 429 && status !== 408) return 'source_invalid';
  return 'source_unreachable';
}
