import { err } from '@coffer/kit';
import type { Operation } from '../call.ts';
import { notImplemented, refusal } from '../errors.ts';
import { readXmlBody } from '../http/read-xml-body.ts';
import { xmlAnswer } from '../http/respond.ts';
import type { XmlChild } from '../xml/build.ts';
import { childrenNamed, childText } from '../xml/parse.ts';

const KEYS_MAX = 1000;
/** Removals under way at a time: each waits for the disk, and they do not wait for each other. */
const AT_ONCE = 16;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export const deleteObjects: Operation = async (services, call) => {
  const document = await readXmlBody(call, { root: 'Delete', bytesMax: services.limits.xmlBytesMax });
  if (!document.ok) return document;
  const elements = childrenNamed(document.value, 'Object');
  const keys = elements.map((element) => childText(element, 'Key') ?? '');
  if (keys.length === 0 || keys.length > KEYS_MAX || keys.includes('')) return err(refusal('MalformedXML'));
  if (elements.some((element) => (childText(element, 'VersionId') ?? 'null') !== 'null')) {
    return err(notImplemented('Parameter', 'VersionId'));
  }
  const isQuiet = childText(document.value, 'Quiet') === 'true';
  const results: XmlChild[] = [];
  for (let first = 0; first < keys.length; first += AT_ONCE) {
    const some = keys.slice(first, first + AT_ONCE);
    await Promise.all(some.map((key) => services.disk.objects.remove(call.bucket, key, {})));
    if (!isQuiet) for (const key of some) results.push(['Deleted', [['Key', key]]]);
  }
  return xmlAnswer('DeleteResult', results);
};
