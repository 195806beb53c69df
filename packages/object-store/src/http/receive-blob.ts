import { err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { BlobWriter } from '../disk/blob-folder.ts';
import { DiskFailure, NoSpace } from '../disk/durable.ts';
import { refusal, type S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { RequestAborted } from './message.ts';
import { etagOf, Payload, type VerifiedChecksum } from './payload.ts';

/** A body that was verified and lies durably in a blob that no manifest names yet. */
export interface ReceivedBlob {
  readonly blob: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly checksum?: VerifiedChecksum;
}

/** Opens the body of an object or part; nothing is read yet. */
export function openBody(services: StoreServices, call: Call): Result<Payload, S3Error> {
  return Payload.open(call.request, {
    binding: call.authorization.payload,
    bytesMax: services.limits.bodyBytesMax,
    tooLarge: refusal('EntityTooLarge'),
    wantsEtag: true,
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
    writer = await services.disk.blobs.create();
    for await (const chunk of payload.chunks()) await writer.append(chunk);
    const verified = payload.verify();
    if (!verified.ok) return verified;
    isSealed = true;
    await writer.seal();
    const { digests, checksum } = verified.value;
    return ok({
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

/**
 * Commits what refers to a new blob. When that is refused or impossible, the blob is removed, except when the disk
 * failed: then nobody knows whether the commit took place.
 */
export async function commitOrRemove<T, E>(
  services: StoreServices,
  blob: string,
  commit: () => Promise<Result<T, E>>,
): Promise<Result<T, E | S3Error>> {
  try {
    const committed = await commit();
    if (!committed.ok) services.disk.reaper.add([blob]);
    return committed;
  } catch (error) {
    if (!(error instanceof DiskFailure)) services.disk.reaper.add([blob]);
    return err(expectedFailure(error));
  }
}

function expectedFailure(error: unknown): S3Error {
  if (error instanceof PayloadError) return error.failure;
  if (error instanceof RequestAborted) return refusal('IncompleteBody');
  if (error instanceof NoSpace) return refusal('InsufficientStorage');
  throw error;
}
