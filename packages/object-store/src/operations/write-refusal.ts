import { err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../call.ts';
import type { WriteCondition, WriteRefusal } from '../disk/object-table.ts';
import { refusal, type S3Error } from '../errors.ts';

/** A table's refusal in the words of S3. */
export function writeRefusal<T>(result: Result<T, WriteRefusal>): Result<T, S3Error> {
  return result.ok ? result : err(refusal(result.error));
}

/** Spares the client a body that will be refused; the binding decision falls at the commit. */
export function refuseEarly(
  services: StoreServices,
  call: Call,
  condition: WriteCondition,
): Result<void, S3Error> {
  const entry = services.disk.objects.index(call.bucket).get(call.key);
  if (condition.mustBeAbsent === true && entry !== undefined) return err(refusal('PreconditionFailed'));
  if (condition.matches === undefined) return ok(undefined);
  if (entry === undefined) return err(refusal('NoSuchKey'));
  return condition.matches(entry.etag) ? ok(undefined) : err(refusal('PreconditionFailed'));
}
