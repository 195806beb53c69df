import { err, type Result } from '@coffer/kit';
import type { Call, Operation } from '../call.ts';
import type { WriteCondition } from '../disk/object-table.ts';
import { notImplemented, type S3Error } from '../errors.ts';
import { parseDeleteCondition } from '../http/conditions.ts';
import { emptyAnswer } from '../http/respond.ts';
import { writeRefusal } from './write-refusal.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export const deleteObject: Operation = async (services, call) => {
  const condition = conditionOf(call);
  if (!condition.ok) return condition;
  const removed = writeRefusal(
    await services.disk.objects.remove(call.bucket, call.key, condition.value),
    call,
  );
  return removed.ok ? emptyAnswer(204) : removed;
};

function conditionOf({ request: { headers } }: Call): Result<WriteCondition, S3Error> {
  if (headers['if-none-match'] !== undefined) return err(notImplemented('Header', 'If-None-Match'));
  return parseDeleteCondition({
    etag: headers['if-match'],
    modifiedAt: headers['x-amz-if-match-last-modified-time'],
    sizeBytes: headers['x-amz-if-match-size'],
  });
}
