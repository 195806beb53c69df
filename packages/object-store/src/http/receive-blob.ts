import { defined, err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { ChecksumAlgorithm } from '../checksum/algorithms.ts';
import { Digests } from '../checksum/digests.ts';
import type { BodyWriter, SealedBlob } from '../disk/blobs/blob-folder.ts';
import { type SealedInline, SmallBodyWriter } from '../disk/blobs/body-writer.ts';
import { DiskFailure, NoSpace } from '../disk/durable/durable.ts';
import { newId } from '../disk/ids.ts';
import type { ObjectRecord } from '../disk/manifest-cache.ts';
import { DamagedBlob, readInline } from '../disk/blobs/read-blob.ts';
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

/** A verified body in a blob. No manifest may refer to the blob before it is durable. */
export type ReceivedBlob = Received & SealedBlob;
export type ReceivedBody = Received & (SealedBlob | SealedInline);

export function openBody(services: StoreServices, call: Call, bounds?: SizeBounds): Result<Payload, S3Error> {
  return Payload.open(call.request, {
    binding: call.authorization.payload,
    bytesMax: services.limits.bodyBytesMax,
    tooLarge: refusal('EntityTooLarge'),
    wantsEtag: true,
    ...(bounds === undefined ? {} : { bounds }),
  });
}

/** Writes a body to a blob and verifies it. Removes the blob on any failure. */
export async function receiveBlob(
  services: StoreServices,
  payload: Payload,
): Promise<Result<ReceivedBlob, S3Error>> {
  return receive(services, payload, () => services.disk.blobs.create());
}

/** Like `receiveBlob`, but a small body stays in memory and is written with its record. */
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
    for await (const chunk of payload.chunks()) {
      const release = (): void => payload.release(chunk);
      await writer.append(chunk, release).catch((error: unknown) => {
        release();
        throw error;
      });
    }
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

export interface CopiedBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly algorithm: ChecksumAlgorithm | undefined;
}

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

export interface DuplicatedParts {
  readonly ids: readonly string[];
  readonly parts: ObjectManifest['parts'];
}

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
    const names = new Map(inBlobs.map(({ blob }, i) => [blob, defined(ids[i], 'a blob has no new id')]));
    return ok({ ids, parts: parts.map((part) => ({ ...part, blob: names.get(part.blob) ?? newId() })) });
  } catch (error) {
    return err(expectedFailure(error));
  }
}

export interface NewBlobs {
  readonly blobs: readonly string[];
  readonly durable?: Promise<void>;
}

/**
 * Commits a record, and removes its new blobs on failure. Keeps them after a disk failure, because the commit
 * may have happened.
 */
export async function commitOrRemove<T, E>(
  services: StoreServices,
  { blobs, durable }: NewBlobs,
  commit: () => Promise<Result<T, E>>,
): Promise<Result<T, E | S3Error>> {
  try {
    const committed = await commit();
    if (committed.ok) return committed;
    await durable;
    services.disk.reaper.add(blobs);
    return committed;
  } catch (error) {
    if (!(error instanceof DiskFailure)) services.disk.reaper.add(blobs);
    return err(expectedFailure(error));
  }
}

export function expectedFailure(error: unknown): S3Error {
  if (error instanceof PayloadError) return error.failure;
  if (error instanceof RequestAborted) return refusal('IncompleteBody');
  if (error instanceof NoSpace) return refusal('InsufficientStorage');
  throw error;
}
