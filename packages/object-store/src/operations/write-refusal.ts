import { err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { WriteCondition, WriteRefusal } from '../disk/object-table.ts';
import { noSuchBucket, noSuchKey, refusal, type S3Error } from '../errors.ts';
import type { StoreRequest } from '../http/message.ts';

export type RefusedWrite = Pick<Call, 'bucket' | 'key'> & { readonly request: Pick<StoreRequest, 'headers'> };

export function writeRefusal<T>(result: Result<T, WriteRefusal>, call: RefusedWrite): Result<T, S3Error> {
  return result.ok ? result : err(toS3Error(result.error, call));
}

/** Rejects a write before its body is sent. The commit checks the condition again. */
export function refuseEarly(
  services: StoreServices,
  call: Call,
  condition: WriteCondition,
): Result<void, S3Error> {
  const entry = services.disk.objects.index(call.bucket).get(call.key);
  if (condition.mustBeAbsent === true && entry !== undefined)
    return err(toS3Error('PreconditionFailed', call));
  if (condition.matches === undefined) return ok(undefined);
  if (entry === undefined) return err(toS3Error('NoSuchKey', call));
  return condition.matches(entry) ? ok(undefined) : err(toS3Error('PreconditionFailed', call));
}

const CONDITIONS = ['If-None-Match', 'If-Match', 'x-amz-if-match-last-modified-time', 'x-amz-if-match-size'];

function toS3Error(refused: WriteRefusal, { bucket, key, request }: RefusedWrite): S3Error {
  switch (refused) {
    case 'NoSuchBucket':
      return noSuchBucket(bucket);
    case 'NoSuchKey':
      return noSuchKey(key);
    case 'PreconditionFailed': {
      const named = CONDITIONS.find((name) => request.headers[name.toLowerCase()] !== undefined);
      return refusal('PreconditionFailed', undefined, [['Condition', named ?? 'If-Match']]);
    }
  }
}
