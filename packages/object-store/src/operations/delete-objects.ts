import { err, ok, type Result } from '@coffer/kit';
import type { Operation, StoreServices } from '../call.ts';
import type { WriteCondition } from '../disk/object-table.ts';
import { errorMessage, notImplemented, refusal, type S3Error } from '../errors.ts';
import { parseDeleteCondition } from '../http/conditions.ts';
import { readXmlBody } from '../http/read-xml-body.ts';
import { xmlAnswer } from '../http/respond.ts';
import type { XmlChild } from '../xml/build.ts';
import { childText, type XmlElement } from '../xml/parse.ts';
import { writeRefusal } from './write-refusal.ts';

const KEYS_MAX = 1000;
const AT_ONCE = 16;
const ELEMENTS = ['Object', 'Quiet'];
const OBJECT_ELEMENTS = ['Key', 'VersionId', 'ETag', 'LastModifiedTime', 'Size'];

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export const deleteObjects: Operation = async (services, call) => {
  const document = await readXmlBody(call, { root: 'Delete', bytesMax: services.limits.xmlBytesMax });
  if (!document.ok) return document;
  const deletions = parseDeletions(document.value);
  if (!deletions.ok) return deletions;
  const isQuiet = childText(document.value, 'Quiet') === 'true';
  const results: XmlChild[] = [];
  for (let first = 0; first < deletions.value.length; first += AT_ONCE) {
    const some = deletions.value.slice(first, first + AT_ONCE);
    const failures = await Promise.all(some.map((deletion) => remove(services, call.bucket, deletion)));
    results.push(...some.map((deletion, i) => present(deletion, { failure: failures[i], isQuiet })));
  }
  return xmlAnswer('DeleteResult', results);
};

interface Deletion {
  readonly key: string;
  readonly versionId: string | undefined;
  readonly condition: WriteCondition;
}

/** Parses all deletions first: an invalid document deletes nothing. */
function parseDeletions(document: XmlElement): Result<readonly Deletion[], S3Error> {
  const elements = document.children.filter(({ name }) => name === 'Object');
  const known = document.children.every(({ name }) => ELEMENTS.includes(name));
  if (!known || elements.length === 0 || elements.length > KEYS_MAX) return err(refusal('MalformedXML'));
  const deletions: Deletion[] = [];
  for (const element of elements) {
    const deletion = parseDeletion(element);
    if (!deletion.ok) return deletion;
    deletions.push(deletion.value);
  }
  return ok(deletions);
}

function parseDeletion(element: XmlElement): Result<Deletion, S3Error> {
  const unknown = element.children.find(({ name }) => !OBJECT_ELEMENTS.includes(name));
  if (unknown !== undefined) return err(notImplemented('Parameter', unknown.name));
  const key = childText(element, 'Key') ?? '';
  if (key === '') return err(refusal('MalformedXML'));
  const versionId = childText(element, 'VersionId');
  if ((versionId ?? 'null') !== 'null') return err(notImplemented('Parameter', 'VersionId'));
  const condition = parseDeleteCondition({
    etag: childText(element, 'ETag'),
    modifiedAt: childText(element, 'LastModifiedTime'),
    sizeBytes: childText(element, 'Size'),
  });
  return condition.ok ? ok({ key, versionId, condition: condition.value }) : err(refusal('MalformedXML'));
}

async function remove(
  { disk }: StoreServices,
  bucket: string,
  { key, condition }: Deletion,
): Promise<S3Error | undefined> {
  const removed = await disk.objects.remove(bucket, key, condition);
  const answered = writeRefusal(removed, { bucket, key, request: { headers: {} } });
  return answered.ok ? undefined : answered.error;
}

interface Outcome {
  readonly failure: S3Error | undefined;
  readonly isQuiet: boolean;
}

function present({ key, versionId }: Deletion, { failure, isQuiet }: Outcome): XmlChild {
  const name: readonly XmlChild[] = [
    ['Key', key],
    versionId === undefined ? undefined : ['VersionId', versionId],
  ];
  if (failure === undefined) return isQuiet ? undefined : ['Deleted', name];
  return ['Error', [...name, ['Code', failure.code], ['Message', errorMessage(failure)]]];
}
