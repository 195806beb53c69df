import { randomBytes } from 'node:crypto';
import type { Operation } from '../call.ts';
import { FORMAT_VERSION, type ObjectManifest } from '../disk/records.ts';
import { checksumHeaders } from '../http/checksum-headers.ts';
import { parseWriteCondition } from '../http/conditions.ts';
import { parseDescription } from '../http/object-headers.ts';
import { commitOrRemove, openBody, receiveBlob } from '../http/receive-blob.ts';
import { emptyAnswer } from '../http/respond.ts';
import { parseTagHeader } from '../http/tags.ts';
import { refuseEarly, writeRefusal } from './write-refusal.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const putObject: Operation = async (services, call) => {
  const description = parseDescription(call.request, services.limits);
  if (!description.ok) return description;
  const tags = parseTagHeader(call.request.headers);
  if (!tags.ok) return tags;
  const condition = parseWriteCondition(call.request.headers);
  if (!condition.ok) return condition;
  const payload = openBody(services, call);
  if (!payload.ok) return payload;
  const early = refuseEarly(services, call, condition.value);
  if (!early.ok) return early;
  const received = await receiveBlob(services, payload.value);
  if (!received.ok) return received;
  const { blob, sums, durable, sizeBytes, etag, checksum } = received.value;
  const manifest: ObjectManifest = {
    version: FORMAT_VERSION,
    id: randomBytes(16).toString('hex'),
    bucket: call.bucket,
    key: call.key,
    sizeBytes,
    etag,
    modifiedAt: services.now().toISOString(),
    description: description.value,
    ...(tags.value === undefined ? {} : { tags: tags.value }),
    ...(checksum === undefined ? {} : { checksum: { ...checksum, type: 'FULL_OBJECT' as const } }),
    parts: [{ number: 1, blob, sizeBytes, sums }],
  };
  const committed = await commitOrRemove(services, { blobs: [blob], durable }, async () =>
    writeRefusal(await services.disk.objects.put(manifest, condition.value, durable), call),
  );
  if (!committed.ok) return committed;
  return emptyAnswer(200, { etag: `"${etag}"`, ...checksumHeaders(manifest.checksum) });
};
