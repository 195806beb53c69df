import { defined, err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { ChecksumAlgorithm } from '../checksum/algorithms.ts';
import { Digests } from '../checksum/digests.ts';
import type { BlobWriter } from '../disk/blob-folder.ts';
import { DiskFailure, NoSpace } from '../disk/durable.ts';
import { DamagedBlob } from '../disk/read-blob.ts';
import type { ObjectManifest } from '../disk/records.ts';
import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { RequestAborted } from './message.ts';
import { etagOf, Payload, type SizeBounds, type VerifiedChecksum } from './payload.ts';

/** A body that was verified and lies in a blob that no manifest names yet, and must not before it is durable. */
export interface ReceivedBlob {
  readonly blob: string;
  /** Of the table behind its bytes. */
  readonly sums: string;
  readonly durable: Promise<void>;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly checksum?: VerifiedChecksum;
}

/** Opens the body of an object or part; nothing is read yet. Without `bounds` it must be as long as it says. */
export function openBody(services: StoreServices, call: Call, bounds?: SizeBounds): Result<Payload, S3Error> {
  return Payload.open(call.request, {
    binding: call.authorization.payload,
    bytesMax: services.limits.bodyBytesMax,
    tooLarge: refusal('EntityTooLarge'),
    wantsEtag: true,
    ...(bounds === undefined ? {} : { bounds }),
  });
}

/**
 * Writes a body to a new blob as it comes in, and verifies everything it promised before the blob is made durable.
 * On every failure, a vanished client and a full disk included, the blob is removed.
 */
export async function receiveBlob(
  services: StoreServices,
  payload: Payload,
): Promise<Result<ReceivedBlob, S3Error>> {
  let writer: BlobWriter | undefined;
  let isSealed = false;
  try {
    await services.disk.ensureRoom(payload.sizeBytesMax);
    writer = await services.disk.blobs.create();
    for await (const chunk of payload.chunks()) {
      await writer.append(chunk);
      payload.release(chunk);
    }
    const verified = payload.verify();
    if (!verified.ok) return verified;
    isSealed = true;
    const { sums, durable } = writer.seal();
    const { digests, checksum } = verified.value;
    return ok({
      blob: writer.id,
      sums,
      durable,
      sizeBytes: payload.sizeBytes,
      etag: etagOf(digests),
      ...(checksum === undefined ? {} : { checksum }),
    });
  } catch (error) {
    return err(expectedFailure(error));
  } finally {
    if (!isSealed) await writer?.discard();
  }
}

/** Bytes of this store on their way to a new blob. */
export interface CopiedBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  /** Computed besides what the ETag is made of. */
  readonly algorithm: ChecksumAlgorithm | undefined;
}

/** Writes bytes that are read from this store to a new blob, as `receiveBlob` does with those of a request. */
export async function storeCopy(
  services: StoreServices,
  { chunks, sizeBytes, algorithm }: CopiedBytes,
): Promise<Result<ReceivedBlob, S3Error>> {
  const digests = await Digests.start(
    algorithm === 'sha256' ? ['sha256'] : ['md5', ...(algorithm ? [algorithm] : [])],
  );
  let writer: BlobWriter | undefined;
  let isSealed = false;
  try {
    await services.disk.ensureRoom(sizeBytes);
    writer = await services.disk.blobs.create();
    for await (const chunk of chunks) {
      digests.update(chunk);
      await writer.append(chunk);
    }
    isSealed = true;
    const { sums, durable } = writer.seal();
    const finished = digests.finish();
    const value = algorithm === undefined ? undefined : finished.get(algorithm).toString('base64');
    return ok({
      blob: writer.id,
      sums,
      durable,
      sizeBytes,
      etag: etagOf(finished),
      ...(algorithm === undefined || value === undefined ? {} : { checksum: { algorithm, value } }),
    });
  } catch (error) {
    return err(expectedFailure(error));
  } finally {
    if (!isSealed) await writer?.discard();
  }
}

/** The parts of an object, each with a blob of its own with the same bytes. */
export async function duplicateBlobs(
  services: StoreServices,
  source: ObjectManifest,
): Promise<
  Result<
    {
      readonly source: ObjectManifest;
      readonly ids: readonly string[];
      readonly parts: ObjectManifest['parts'];
    },
    S3Error
  >
> {
  for (const { blob } of source.parts) {
    const problem = services.disk.damage.find(blob);
    if (problem !== undefined) throw new DamagedBlob(blob, problem);
  }
  try {
    const ids = await services.disk.blobs.duplicate(source.parts.map((part) => part.blob));
    const parts = source.parts.map((part, i) => ({ ...part, blob: defined(ids[i], 'one for each part') }));
    return ok({ source, ids, parts });
  } catch (error) {
    return err(expectedFailure(error));
  }
}

export interface NewBlobs {
  readonly blobs: readonly string[];
  readonly durable?: Promise<void>;
}

/**
 * Commits what refers to new blobs. When that is refused or impossible, they are removed, except when the disk
 * failed: then nobody knows whether the commit took place.
 */
export async function commitOrRemove<T, E>(
  services: StoreServices,
  { blobs, durable }: NewBlobs,
  commit: () => Promise<Result<T, E>>,
): Promise<Result<T, E | S3Error>> {
  try {
    const committed = await commit();
    if (committed.ok) return committed;
    // A refusal needs nothing durable, but the blob must have come to rest before it is removed.
    await durable;
    services.disk.reaper.add(blobs);
    return committed;
  } catch (error) {
    if (!(error instanceof DiskFailure)) services.disk.reaper.add(blobs);
    return err(expectedFailure(error));
  }
}

function expectedFailure(error: unknown): S3Error {
  if (error instanceof PayloadError) return error.failure;
  if (error instanceof RequestAborted) return refusal('IncompleteBody');
  if (error instanceof NoSpace) return refusal('InsufficientStorage');
  throw error;
}
