import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import type { Call, Operation } from '../../call.ts';
import {
  CHECKSUM_FACTS,
  type ChecksumAlgorithm,
  type ChecksumType,
  parseChecksumAlgorithm,
  parseChecksumType,
} from '../../checksum/algorithms.ts';
import { abortRuleFor } from '../../disk/lifecycle.ts';
import { FORMAT_VERSION, type LifecycleRule, type UploadRecord } from '../../disk/records.ts';
import { refusal, type S3Error } from '../../errors.ts';
import { parseDescription } from '../../http/object-headers.ts';
import { xmlAnswer } from '../../http/respond.ts';
import { parseTagHeader } from '../../http/tags.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
export const createMultipartUpload: Operation = async (services, call) => {
  const { disk, limits } = services;
  const description = parseDescription(call.request, limits);
  if (!description.ok) return description;
  const tags = parseTagHeader(call.request.headers);
  if (!tags.ok) return tags;
  const checksum = parseDeclaredChecksum(call);
  if (!checksum.ok) return checksum;
  if (disk.uploads.count >= limits.uploadsMax) return err(refusal('SlowDown'));
  const id = randomBytes(16).toString('hex');
  const record: UploadRecord = {
    version: FORMAT_VERSION,
    id,
    bucket: call.bucket,
    key: call.key,
    startedAt: services.now().toISOString(),
    description: description.value,
    ...(tags.value === undefined ? {} : { tags: tags.value }),
    ...(checksum.value === undefined ? {} : { checksum: checksum.value }),
  };
  await disk.uploads.start(record);
  const checksumHeaders =
    checksum.value === undefined
      ? {}
      : {
          'x-amz-checksum-algorithm': checksum.value.algorithm.toUpperCase(),
          'x-amz-checksum-type': checksum.value.type,
        };
  return xmlAnswer(
    'InitiateMultipartUploadResult',
    [
      ['Bucket', call.bucket],
      ['Key', call.key],
      ['UploadId', id],
    ],
    { ...checksumHeaders, ...abortHeaders(disk.buckets.find(call.bucket)?.lifecycle ?? [], record) },
  );
};

function abortHeaders(
  rules: readonly LifecycleRule[],
  upload: UploadRecord,
): Readonly<Record<string, string>> {
  const rule = abortRuleFor(rules, upload);
  if (rule === undefined) return {};
  return {
    'x-amz-abort-date': new Date(rule.abortAtMs).toUTCString(),
    'x-amz-abort-rule-id': encodeURIComponent(rule.id),
  };
}

interface DeclaredChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly type: ChecksumType;
}

function parseDeclaredChecksum({ request }: Call): Result<DeclaredChecksum | undefined, S3Error> {
  const algorithmName = request.headers['x-amz-checksum-algorithm'];
  const typeName = request.headers['x-amz-checksum-type'];
  if (algorithmName === undefined) {
    if (typeName === undefined) return ok(undefined);
    return err(refusal('InvalidRequest', 'x-amz-checksum-type needs x-amz-checksum-algorithm.'));
  }
  const algorithm = parseChecksumAlgorithm(algorithmName);
  if (algorithm === undefined)
    return err(refusal('InvalidRequest', 'Checksum algorithm provided is unsupported.'));
  const possible = CHECKSUM_FACTS[algorithm].multipartTypes;
  const type = typeName === undefined ? possible[0] : parseChecksumType(typeName);
  if (type === undefined || !possible.includes(type)) {
    return err(refusal('InvalidRequest', 'The checksum type cannot be used with this checksum algorithm.'));
  }
  return ok({ algorithm, type });
}
