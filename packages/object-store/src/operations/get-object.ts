import { err, ok, type Result } from '@coffer/kit';
import type { Call, Operation, StoreServices } from '../call.ts';
import type { ByteSpan } from '../disk/blobs/byte-span.ts';
import { ObjectStream } from '../disk/blobs/object-stream.ts';
import type { PinnedObject } from '../disk/object-table.ts';
import { DamagedBlob, readInline } from '../disk/blobs/read-blob.ts';
import type { ObjectManifest } from '../disk/records.ts';
import { noSuchKey, refusal, type S3Error } from '../errors.ts';
import { checksumHeaders } from '../http/checksum-headers.ts';
import { checkReadConditions, mayHonourRange } from '../http/conditions.ts';
import type { StoreResponse } from '../http/message.ts';
import { presentObject } from '../http/object-headers.ts';
import { parseRange } from '../http/range.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export const getObject: Operation = async (services, call) => {
  const object = await services.disk.objects.open(call.bucket, call.key);
  if (object === undefined) return err(noSuchKey(call.key));
  let isTransferred = false;
  try {
    const answer = describeRead(object.manifest, call);
    if (!answer.ok || answer.value.span === undefined) return answer;
    const { span } = answer.value;
    const inline = inlineBytes(services, object);
    if (inline !== undefined) return ok({ ...answer.value, body: inline.subarray(span.start, span.end) });
    const body = await ObjectStream.open(services.disk, object, span);
    isTransferred = true;
    return ok({ ...answer.value, body });
  } finally {
    if (!isTransferred) object.release();
  }
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html */
export const headObject: Operation = async (services, call) => {
  const object = await services.disk.objects.open(call.bucket, call.key);
  if (object === undefined) return err(noSuchKey(call.key));
  object.release();
  return describeRead(object.manifest, call);
};

interface ReadAnswer extends StoreResponse {
  readonly span?: ByteSpan;
}

function inlineBytes({ disk }: StoreServices, object: PinnedObject): Buffer | undefined {
  const [part] = object.manifest.parts;
  if (part?.isInline !== true) return undefined;
  const problem = disk.damage.find(part.blob);
  if (problem !== undefined) throw new DamagedBlob(part.blob, problem);
  return readInline(object, part);
}

function describeRead(manifest: ObjectManifest, call: Call): Result<ReadAnswer, S3Error> {
  const { headers } = call.request;
  const current = { etag: manifest.etag, modifiedAt: new Date(manifest.modifiedAt) };
  const presented = presentObject(manifest, call.query);
  if (!presented.ok) return presented;
  const condition = checkReadConditions(headers, current);
  if (condition.outcome === 'failed') {
    return err(refusal('PreconditionFailed', undefined, [['Condition', condition.name]]));
  }
  if (condition.outcome === 'not_modified')
    return ok({ status: 304, headers: withoutContent(presented.value) });

  const rangeHeader = mayHonourRange(headers, current) ? headers['range'] : undefined;
  const span = selectSpan(manifest, call.query.get('partNumber'), rangeHeader);
  if (!span.ok) return span;
  const { start, end, isPartial, partsCount } = span.value;
  // The checksum covers the whole object; clients would compare it with the range and fail.
  const wantsChecksum = headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' && !isPartial;
  return ok({
    status: isPartial ? 206 : 200,
    headers: {
      ...presented.value,
      'content-length': String(end - start),
      ...(isPartial ? { 'content-range': `bytes ${start}-${end - 1}/${manifest.sizeBytes}` } : {}),
      ...(partsCount === undefined ? {} : { 'x-amz-mp-parts-count': String(partsCount) }),
      ...(manifest.tags === undefined ? {} : { 'x-amz-tagging-count': String(manifest.tags.length) }),
      ...(wantsChecksum ? checksumHeaders(manifest.checksum) : {}),
    },
    span: { start, end },
  });
}

interface Selection extends ByteSpan {
  readonly isPartial: boolean;
  readonly partsCount?: number;
}

function selectSpan(
  manifest: ObjectManifest,
  partNumber: string | undefined,
  range: string | undefined,
): Result<Selection, S3Error> {
  if (partNumber !== undefined) return selectPart(manifest, partNumber, range);
  const span = parseRange(range, manifest.sizeBytes);
  if (span === 'unsatisfiable') {
    const details = [
      ['RangeRequested', range ?? ''],
      ['ActualObjectSize', String(manifest.sizeBytes)],
    ] as const;
    const headers = { 'content-range': `bytes */${manifest.sizeBytes}` };
    return err({ ...refusal('InvalidRange', undefined, details), headers });
  }
  return ok(
    span === 'whole' ? { start: 0, end: manifest.sizeBytes, isPartial: false } : { ...span, isPartial: true },
  );
}

function selectPart(
  manifest: ObjectManifest,
  partNumber: string,
  range: string | undefined,
): Result<Selection, S3Error> {
  if (range !== undefined)
    return err(refusal('InvalidRequest', 'Cannot specify both Range header and partNumber.'));
  if (!/^[1-9]\d{0,4}$/.test(partNumber))
    return err(refusal('InvalidArgument', 'partNumber is not a part number.'));
  const position = manifest.parts.findIndex((part) => part.number === Number(partNumber));
  const part = manifest.parts[position];
  if (part === undefined) {
    return err(
      refusal('InvalidPartNumber', undefined, [
        ['PartNumberRequested', partNumber],
        ['ActualPartCount', String(manifest.parts.length)],
      ]),
    );
  }
  const start = manifest.parts.slice(0, position).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isMultipart = manifest.uploadId !== undefined || manifest.parts.length > 1;
  const counted = isMultipart ? { partsCount: manifest.parts.length } : {};
  return ok({ start, end: start + part.sizeBytes, isPartial: part.sizeBytes > 0, ...counted });
}

function withoutContent(headers: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = ['etag', 'last-modified', 'cache-control', 'expires'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => allowed.includes(name)));
}
