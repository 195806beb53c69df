import type { Operation } from '../call.ts';
import { parseWriteCondition } from '../http/conditions.ts';
import { emptyAnswer } from '../http/respond.ts';
import { writeRefusal } from './write-refusal.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export const deleteObject: Operation = async (services, call) => {
  const condition = parseWriteCondition(call.request.headers);
  if (!condition.ok) return condition;
  const removed = writeRefusal(
    await services.disk.objects.remove(call.bucket, call.key, condition.value),
    call,
  );
  return removed.ok ? emptyAnswer(204) : removed;
};
