import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import type { Call, Operation, StoreServices } from '../../call.ts';
import { newId } from '../../disk/ids.ts';
import type { WriteCondition } from '../../disk/object-table.ts';
import { FORMAT_VERSION, type ObjectManifest, type PartRecord } from '../../disk/records.ts';
import type { UploadState } from '../../disk/upload-table.ts';
import { refusal, type S3Error } from '../../errors.ts';
import { checksumElement } from '../../http/checksum-headers.ts';
import { parseWriteCondition } from '../../http/conditions.ts';
import { xmlAnswer } from '../../http/respond.ts';
import { checkAnnouncedChecksum, multipartChecksum } from './multipart-checksum.ts';
import { belongsTo, uploadIdOf } from './find-upload.ts';
import { type ListedPart, readPartList } from './part-list.ts';
import { writeRefusal } from '../write-refusal.ts';

/**
 * Writes a manifest of the parts' blobs, without copying. A repeated call finds the object by its upload id and returns
 * the same answer.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
 */
export const completeMultipartUpload: Operation = async (services, call) => {
  const listed = await readPartList(call, services.limits);
  if (!listed.ok) return listed;
  const condition = parseWriteCondition(call.request.headers);
  if (!condition.ok) return condition;
  const outcome = await services.disk.uploads.finish<Outcome>(uploadIdOf(call), async (upload) => {
    if (upload === undefined) return { result: await findCompleted(services, call) };
    if (!belongsTo(upload, call)) return { result: err(refusal('NoSuchUpload')) };
    return complete(services, { call, upload, listed: listed.value, condition: condition.value });
  });
  if (!outcome.result.ok) return outcome.result;
  const manifest = outcome.result.value;
  return xmlAnswer('CompleteMultipartUploadResult', [
    ['Location', `/${manifest.bucket}/${manifest.key}`],
    ['Bucket', manifest.bucket],
    ['Key', manifest.key],
    ['ETag', `"${manifest.etag}"`],
    checksumElement(manifest.checksum),
    manifest.checksum === undefined ? undefined : ['ChecksumType', manifest.checksum.type],
  ]);
};

interface Outcome {
  readonly result: Result<ObjectManifest, S3Error>;
  readonly keptBlobs?: ReadonlySet<string>;
}

interface Completion {
  readonly call: Call;
  readonly upload: UploadState;
  readonly listed: readonly ListedPart[];
  readonly condition: WriteCondition;
}

async function complete(services: StoreServices, completion: Completion): Promise<Outcome> {
  const manifest = await assemble(services, completion);
  if (!manifest.ok) return { result: manifest };
  const committed = writeRefusal(
    await services.disk.objects.put({ manifest: manifest.value }, completion.condition),
    completion.call,
  );
  if (!committed.ok) return { result: committed };
  return { result: manifest, keptBlobs: new Set(manifest.value.parts.map((part) => part.blob)) };
}

async function assemble(
  services: StoreServices,
  completion: Completion,
): Promise<Result<ObjectManifest, S3Error>> {
  const { call, upload, listed } = completion;
  const { limits } = services;
  const parts: PartRecord[] = [];
  for (const wanted of listed) {
    const part = upload.parts.get(wanted.number);
    if (part === undefined || part.etag !== wanted.etag) return err(refusal('InvalidPart'));
    const isSameChecksum = [...wanted.checksums].every(
      ([algorithm, value]) => part.checksum?.algorithm === algorithm && part.checksum.value === value,
    );
    if (!isSameChecksum) return err(refusal('InvalidPart'));
    parts.push(part);
  }
  if (parts.slice(0, -1).some((part) => part.sizeBytes < limits.partBytesMin))
    return err(refusal('EntityTooSmall'));
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (sizeBytes > limits.objectBytesMax) return err(refusal('EntityTooLarge'));
  const announcedSize = call.request.headers['x-amz-mp-object-size'];
  if (announcedSize !== undefined && announcedSize !== String(sizeBytes)) {
    return err(refusal('InvalidRequest', 'The x-amz-mp-object-size does not match the size of the parts.'));
  }
  const checksum = await multipartChecksum(upload.record.checksum, parts);
  const announced = checkAnnouncedChecksum(call.request.headers, checksum);
  if (announced !== undefined) return err(announced);
  return ok({
    version: FORMAT_VERSION,
    id: newId(),
    bucket: upload.record.bucket,
    key: upload.record.key,
    sizeBytes,
    etag: multipartEtag(parts),
    modifiedAt: services.now().toISOString(),
    description: upload.record.description,
    ...(upload.record.tags === undefined ? {} : { tags: upload.record.tags }),
    ...(checksum === undefined ? {} : { checksum }),
    uploadId: upload.record.id,
    parts: parts.map(({ number, blob, sizeBytes: partBytes, checksum: partChecksum, sums }) => ({
      number,
      blob,
      sizeBytes: partBytes,
      ...(partChecksum === undefined ? {} : { checksum: partChecksum.value }),
      ...(sums === undefined ? {} : { sums }),
    })),
  });
}

async function findCompleted(services: StoreServices, call: Call): Promise<Result<ObjectManifest, S3Error>> {
  const object = await services.disk.objects.open(call.bucket, call.key);
  object?.release();
  const isSameUpload = object !== undefined && object.manifest.uploadId === uploadIdOf(call);
  return isSameUpload ? ok(object.manifest) : err(refusal('NoSuchUpload'));
}

/** As in S3: MD5 of the parts' 16-byte values, and the part count. An opaque part contributes its 16 bytes. */
function multipartEtag(parts: readonly PartRecord[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(Buffer.from(part.etag.slice(0, 32), 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}
