import { err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { WriteCondition, WriteRefusal } from '../disk/object-table.ts';
import { noSuchBucket, noSuchKey, refusal, type S3Error } from '../errors.ts';
import type { StoreRequest } from '../http/message.ts';

/** What the words name. */
export type RefusedWrite = Pick<Call, 'bucket' | 'key'> & { readonly request: Pick<StoreRequest, 'headers'> };

/** A table's refusal in the words of S3. */
export function writeRefusal<T>(result: Result<T, WriteRefusal>, call: RefusedWrite): Result<T, S3Error> {
  return result.ok ? result : err(inWords(result.error, call));
}

/** Spares the client a body that will be refused; the binding decision falls at the commit. */
export function refuseEarly(
  services: StoreServices,
  call: Call,
  condition: WriteCondition,
): Result<void, S3Error> {
  const entry = services.disk.objects.index(call.bucket).get(call.key);
  if (condition.mustBeAbsent === true && entry !== undefined) return err(inWords('PreconditionFailed', call));
  if (condition.matches === undefined) return ok(undefined);
  if (entry === undefined) return err(inWords('NoSuchKey', call));
  return condition.matches(entry.etag) ? ok(undefined) : err(inWords('PreconditionFailed', call));
}

function inWords(refused: WriteRefusal, { bucket, key, request }: RefusedWrite): S3Error {
  switch (refused) {
    case 'NoSuchBucket':
      return noSuchBucket(bucket);
    case 'NoSuchKey':
      return noSuchKey(key);
    case 'PreconditionFailed': {
      const condition = request.headers['if-none-match'] === undefined ? 'If-Match' : 'If-None-Match';
      return refusal('PreconditionFailed', undefined, [['Condition', condition]]);
    }
  }
}
