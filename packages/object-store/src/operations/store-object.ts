import { ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import { drawId } from '../disk/ids.ts';
import type { WriteCondition } from '../disk/object-table.ts';
import {
  FORMAT_VERSION,
  type ObjectDescription,
  type ObjectManifest,
  type ObjectTags,
} from '../disk/records.ts';
import type { S3Error } from '../errors.ts';
import type { Payload } from '../http/payload.ts';
import { commitOrRemove, receiveBody } from '../http/receive-blob.ts';
import { refuseEarly, writeRefusal } from './write-refusal.ts';

/** What is to be stored under the key of a call. */
export interface NewObject {
  readonly description: ObjectDescription;
  readonly tags: ObjectTags | undefined;
  readonly condition: WriteCondition;
  readonly payload: Payload;
}

/** Receives the body and commits it as an object of one part: all of it, or nothing. */
export async function storeObject(
  services: StoreServices,
  call: Call,
  { description, tags, condition, payload }: NewObject,
): Promise<Result<ObjectManifest, S3Error>> {
  const early = refuseEarly(services, call, condition);
  if (!early.ok) return early;
  const received = await receiveBody(services, payload);
  if (!received.ok) return received;
  const { blob, sums, durable, sizeBytes, etag, checksum } = received.value;
  const bytes = 'inline' in received.value ? { inline: received.value.inline } : {};
  const isInline = 'inline' in bytes;
  const manifest: ObjectManifest = {
    version: FORMAT_VERSION,
    id: drawId(),
    bucket: call.bucket,
    key: call.key,
    sizeBytes,
    etag,
    modifiedAt: services.now().toISOString(),
    description,
    ...(tags === undefined ? {} : { tags }),
    ...(checksum === undefined ? {} : { checksum: { ...checksum, type: 'FULL_OBJECT' as const } }),
    parts: [{ number: 1, blob, sizeBytes, sums, ...(isInline ? { isInline } : {}) }],
  };
  const newBlobs = durable === undefined ? { blobs: [] } : { blobs: [blob], durable };
  const committed = await commitOrRemove(services, newBlobs, async () =>
    writeRefusal(await services.disk.objects.put({ ...bytes, manifest }, condition, durable), call),
  );
  return committed.ok ? ok(manifest) : committed;
}
