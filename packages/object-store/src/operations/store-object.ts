import { ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import { newId } from '../disk/ids.ts';
import type { ObjectRecord } from '../disk/manifest-cache.ts';
import type { WriteCondition } from '../disk/object-table.ts';
import {
  FORMAT_VERSION,
  type ObjectDescription,
  type ObjectManifest,
  type ObjectTags,
} from '../disk/records.ts';
import type { S3Error } from '../errors.ts';
import type { Payload } from '../http/payload.ts';
import { commitOrRemove, type NewBlobs, receiveBody, type ReceivedBody } from '../http/receive-blob.ts';
import { refuseEarly, writeRefusal } from './write-refusal.ts';

export interface NewObject {
  readonly description: ObjectDescription;
  readonly tags: ObjectTags | undefined;
  readonly condition: WriteCondition;
  readonly payload: Payload;
}

export async function storeObject(
  services: StoreServices,
  call: Call,
  { description, tags, condition, payload }: NewObject,
): Promise<Result<ObjectManifest, S3Error>> {
  const early = refuseEarly(services, call, condition);
  if (!early.ok) return early;
  const received = await receiveBody(services, payload);
  if (!received.ok) return received;
  const { bucket, key } = call;
  const record = recordOf({ bucket, key, description, tags, now: services.now() }, received.value);
  const committed = await commitOrRemove(services, newBlobsOf(received.value), async () =>
    writeRefusal(
      await services.disk.objects.put(record, condition, { durable: received.value.durable }),
      call,
    ),
  );
  return committed.ok ? ok(record.manifest) : committed;
}

export interface ObjectFacts extends Pick<NewObject, 'description' | 'tags'> {
  readonly bucket: string;
  readonly key: string;
  readonly now: Date;
}

export function recordOf(facts: ObjectFacts, received: ReceivedBody): ObjectRecord {
  const { bucket, key, description, tags, now } = facts;
  const { blob, sums, sizeBytes, etag, checksum } = received;
  const isInline = 'inline' in received;
  const manifest: ObjectManifest = {
    version: FORMAT_VERSION,
    id: newId(),
    bucket,
    key,
    sizeBytes,
    etag,
    modifiedAt: now.toISOString(),
    description,
    ...(tags === undefined ? {} : { tags }),
    ...(checksum === undefined ? {} : { checksum: { ...checksum, type: 'FULL_OBJECT' as const } }),
    parts: [{ number: 1, blob, sizeBytes, sums, ...(isInline ? { isInline } : {}) }],
  };
  return isInline ? { manifest, inline: received.inline } : { manifest };
}

export function newBlobsOf({ blob, durable }: ReceivedBody): NewBlobs {
  return durable === undefined ? { blobs: [] } : { blobs: [blob], durable };
}
