import type { Operation } from '../call.ts';
import { checksumHeaders } from '../http/checksum-headers.ts';
import { parseWriteCondition } from '../http/conditions.ts';
import { parseDescription } from '../http/object-headers.ts';
import { openBody } from '../http/receive-blob.ts';
import { emptyAnswer } from '../http/respond.ts';
import { parseTagHeader } from '../http/tags.ts';
import { storeObject } from './store-object.ts';

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
  const stored = await storeObject(services, call, {
    description: description.value,
    tags: tags.value,
    condition: condition.value,
    payload: payload.value,
  });
  if (!stored.ok) return stored;
  const { etag, checksum } = stored.value;
  return emptyAnswer(200, { etag: `"${etag}"`, ...checksumHeaders(checksum) });
};
