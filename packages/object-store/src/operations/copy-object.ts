import { err, ok, type Result } from '@coffer/kit';
import type { Call, Operation, StoreServices } from '../call.ts';
import { type ChecksumAlgorithm, parseChecksumAlgorithm } from '../checksum/algorithms.ts';
import { Digests } from '../checksum/digests.ts';
import { newId } from '../disk/ids.ts';
import { ObjectStream } from '../disk/blobs/object-stream.ts';
import type { ObjectRecord } from '../disk/manifest-cache.ts';
import type { WriteCondition } from '../disk/object-table.ts';
import { FORMAT_VERSION, type ObjectManifest, type StoredChecksum } from '../disk/records.ts';
import { refusal, type S3Error } from '../errors.ts';
import { checksumElement } from '../http/checksum-headers.ts';
import { parseWriteCondition } from '../http/conditions.ts';
import { type CopySource, openCopySource, parseCopySource } from '../http/copy-source.ts';
import { parseDescription, refusedHeader } from '../http/object-headers.ts';
import { commitOrRemove, duplicateBlobs } from '../http/receive-blob.ts';
import { xmlAnswer } from '../http/respond.ts';
import { parseTagHeader } from '../http/tags.ts';
import { writeRefusal } from './write-refusal.ts';

/**
 * Copies blobs as hard links where possible (see BlobFolder.duplicate).
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 */
export const copyObject: Operation = async (services, call) => {
  const copy = parseCopy(services, call);
  if (!copy.ok) return copy;
  const { source, condition } = copy.value;
  const opened = await openCopySource(services, call, source);
  if (!opened.ok) return opened;
  let copied: Result<ObjectManifest, S3Error>;
  try {
    const checksum = await checksumOf(services, copy.value, opened.value);
    const blobs = await duplicateBlobs(services, opened.value);
    if (!blobs.ok) return blobs;
    const manifest = {
      ...manifestOf(services, call, {
        copy: copy.value,
        source: opened.value.manifest,
        parts: blobs.value.parts,
      }),
      ...checksum,
    };
    const { inline } = opened.value;
    const record = inline === undefined ? { manifest } : { manifest, inline };
    copied = await commitOrRemove(services, { blobs: blobs.value.ids }, async () => {
      const put = writeRefusal(await services.disk.objects.put(record, condition), call);
      return put.ok ? ok(manifest) : put;
    });
  } finally {
    opened.value.release();
  }
  if (!copied.ok) return copied;
  const manifest = copied.value;
  return xmlAnswer('CopyObjectResult', [
    ['LastModified', manifest.modifiedAt],
    ['ETag', `"${manifest.etag}"`],
    checksumElement(manifest.checksum),
    manifest.checksum === undefined ? undefined : ['ChecksumType', manifest.checksum.type],
  ]);
};

interface CopyRequest {
  readonly source: CopySource;
  readonly condition: WriteCondition;
  readonly description?: ObjectManifest['description'];
  readonly tags: 'copied' | ObjectManifest['tags'];
  readonly checksumAlgorithm?: ChecksumAlgorithm;
}

function parseCopy(services: StoreServices, call: Call): Result<CopyRequest, S3Error> {
  const { headers } = call.request;
  const refused = refusedHeader(call.request);
  if (refused !== undefined) return err(refused);
  const source = parseCopySource(headers['x-amz-copy-source'] ?? '');
  if (!source.ok) return source;
  const condition = parseWriteCondition(headers);
  if (!condition.ok) return condition;
  const replacesMetadata = parseDirective(call, 'x-amz-metadata-directive');
  if (!replacesMetadata.ok) return replacesMetadata;
  const replacesTags = parseDirective(call, 'x-amz-tagging-directive');
  if (!replacesTags.ok) return replacesTags;
  const isItself = source.value.bucket === call.bucket && source.value.key === call.key;
  if (isItself && !replacesMetadata.value && !replacesTags.value) {
    return err(
      refusal(
        'InvalidRequest',
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      ),
    );
  }
  const description = parseDescription(call.request, services.limits);
  if (!description.ok) return description;
  const tags = parseTagHeader(headers);
  if (!tags.ok) return tags;
  const algorithmName = headers['x-amz-checksum-algorithm'];
  const algorithm = algorithmName === undefined ? undefined : parseChecksumAlgorithm(algorithmName);
  if (algorithmName !== undefined && algorithm === undefined) {
    return err(refusal('InvalidRequest', 'Checksum algorithm provided is unsupported.'));
  }
  return ok({
    source: source.value,
    condition: condition.value,
    ...(replacesMetadata.value ? { description: description.value } : {}),
    tags: replacesTags.value ? tags.value : 'copied',
    ...(algorithm === undefined ? {} : { checksumAlgorithm: algorithm }),
  });
}

function parseDirective(call: Call, header: string): Result<boolean, S3Error> {
  const value = call.request.headers[header] ?? 'COPY';
  if (value === 'COPY' || value === 'REPLACE') return ok(value === 'REPLACE');
  return err(
    refusal('InvalidArgument', `Unknown directive of ${header}.`, [
      ['ArgumentName', header],
      ['ArgumentValue', value],
    ]),
  );
}

async function checksumOf(
  services: StoreServices,
  { checksumAlgorithm: algorithm }: CopyRequest,
  record: ObjectRecord,
): Promise<{ readonly checksum?: StoredChecksum }> {
  const source = record.manifest;
  if (algorithm === undefined || algorithm === source.checksum?.algorithm) {
    return source.checksum === undefined ? {} : { checksum: source.checksum };
  }
  const digests = await Digests.start([algorithm]);
  const pinned = { ...record, release: () => undefined };
  const span = { start: 0, end: source.sizeBytes };
  const stream = await ObjectStream.open(services.disk, pinned, span);
  try {
    for await (const chunk of stream.chunks) digests.update(chunk);
  } finally {
    await stream.close();
  }
  const value = digests.finish().get(algorithm).toString('base64');
  return { checksum: { algorithm, type: 'FULL_OBJECT', value } };
}

interface CopyParts {
  readonly copy: CopyRequest;
  readonly source: ObjectManifest;
  readonly parts: ObjectManifest['parts'];
}

function manifestOf(services: StoreServices, call: Call, { copy, source, parts }: CopyParts): ObjectManifest {
  const tags = copy.tags === 'copied' ? source.tags : copy.tags;
  return {
    version: FORMAT_VERSION,
    id: newId(),
    bucket: call.bucket,
    key: call.key,
    sizeBytes: source.sizeBytes,
    etag: source.etag,
    modifiedAt: services.now().toISOString(),
    description: copy.description ?? source.description,
    ...(tags === undefined ? {} : { tags }),
    parts,
  };
}
