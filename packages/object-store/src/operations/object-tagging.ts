import { err } from '@coffer/kit';
import type { Operation } from '../call.ts';
import type { ObjectTags } from '../disk/records.ts';
import { noSuchKey } from '../errors.ts';
import { readXmlBody } from '../http/read-xml-body.ts';
import { emptyAnswer, xmlAnswer } from '../http/respond.ts';
import { readTagging } from '../http/tags.ts';
import type { XmlChild } from '../xml/build.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html */
export const getObjectTagging: Operation = async ({ disk }, call) => {
  const object = await disk.objects.open(call.bucket, call.key);
  if (object === undefined) return err(noSuchKey(call.key));
  object.release();
  const tags = object.manifest.tags ?? [];
  return xmlAnswer('Tagging', [['TagSet', tags.map(presentTag)]]);
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectTagging.html */
export const putObjectTagging: Operation = async ({ disk, limits }, call) => {
  const document = await readXmlBody(call, { root: 'Tagging', bytesMax: limits.xmlBytesMax });
  if (!document.ok) return document;
  const tags = readTagging(document.value);
  if (!tags.ok) return tags;
  const written = await disk.objects.setTags(call.bucket, call.key, tags.value);
  return written.ok ? emptyAnswer(200) : err(noSuchKey(call.key));
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjectTagging.html */
export const deleteObjectTagging: Operation = async ({ disk }, call) => {
  const removed = await disk.objects.setTags(call.bucket, call.key, undefined);
  return removed.ok ? emptyAnswer(204) : err(noSuchKey(call.key));
};

function presentTag({ key, value }: ObjectTags[number]): XmlChild {
  return [
    'Tag',
    [
      ['Key', key],
      ['Value', value],
    ],
  ];
}
