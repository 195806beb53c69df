import { defined, err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { ChecksumAlgorithm } from '../checksum/algorithms.ts';
import { Digests } from '../checksum/digests.ts';
import type { BodyWriter, SealedBlob } from '../disk/blob-folder.ts';
import { type SealedInline, SmallBodyWriter } from '../disk/body-writer.ts';
import { DiskFailure, NoSpace } from '../disk/durable.ts';
import { drawId } from '../disk/ids.ts';
import type { ObjectRecord } from '../disk/manifest-cache.ts';
import { DamagedBlob, readInline } from '../disk/read-blob.ts';
import type { ObjectManifest } from '../disk/records.ts';
import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { RequestAborted } from './message.ts';
import { etagOf, Payload, type SizeBounds, type VerifiedChecksum } from './payload.ts';

interface Received {
  readonly blob: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly checksum?: VerifiedChecksum;
}

/** A body that was verified and lies in a blob that no manifest names yet, and must not before it is durable. */
export type ReceivedBlob = Received & SealedBlob;
/** The same of an object, which is not written yet when it is small. */
export type ReceivedBody = Received & (SealedBlob | SealedInline);

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
  return receive(services, payload, () => services.disk.blobs.create());
}

/** The same for an object: what is small is verified and kept, to be written with its record. */
export async function receiveBody(
  services: StoreServices,
  payload: Payload,
): Promise<Result<ReceivedBody, S3Error>> {
  const { disk, limits } = services;
  return receive(services, payload, async () => new SmallBodyWriter(disk.blobs, limits.inlineBytesMax));
}

async function receive<Sealed>(
  services: StoreServices,
  payload: Payload,
  open: () => Promise<BodyWriter<Sealed>>,
): Promise<Result<Received & Sealed, S3Error>> {
  let writer: BodyWriter<Sealed> | undefined;
  let isSealed = false;
  try {
    await services.disk.ensureRoom(payload.sizeBytesMax);
    writer = await open();
    for await (const chunk of payload.chunks()) await writer.append(chunk, () => payload.release(chunk));
    const verified = payload.verify();
    if (!verified.ok) return verified;
    isSealed = true;
    const sealed = writer.seal();
    const { digests, checksum } = verified.value;
    return ok({
      ...sealed,
      blob: writer.id,
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
  let writer: BodyWriter<SealedBlob> | undefined;
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

/** What a copy consists of: the parts of its source, each under a name of its own. */
export interface DuplicatedParts {
  /** The new blobs. */
  readonly ids: readonly string[];
  readonly parts: ObjectManifest['parts'];
}

/** The parts of an object, each with a blob of its own with the same bytes, or with the same bytes to lie in its record. */
export async function duplicateBlobs(
  services: StoreServices,
  source: ObjectRecord,
): Promise<Result<DuplicatedParts, S3Error>> {
  const { parts } = source.manifest;
  for (const part of parts) {
    const problem = services.disk.damage.find(part.blob);
    if (problem !== undefined) throw new DamagedBlob(part.blob, problem);
    if (part.isInline === true) readInline(source, part);
  }
  const inBlobs = parts.filter(({ isInline }) => isInline !== true);
  try {
    const ids = await services.disk.blobs.duplicate(inBlobs.map(({ blob }) => blob));
    const names = new Map(inBlobs.map(({ blob }, i) => [blob, defined(ids[i], 'one for each blob')]));
    return ok({ ids, parts: parts.map((part) => ({ ...part, blob: names.get(part.blob) ?? drawId() })) });
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

/** The refusal that an exception stands for; rethrows every other. */
export function expectedFailure(error: unknown): S3Error {
  if (error instanceof PayloadError) return error.failure;
  if (error instanceof RequestAborted) return refusal('IncompleteBody');
  if (error instanceof NoSpace) return refusal('InsufficientStorage');
  throw error;
}
