import { err } from '@coffer/kit';
import type { Operation } from '../../call.ts';
import { FORMAT_VERSION } from '../../disk/records.ts';
import { notImplemented, refusal } from '../../errors.ts';
import { refusedHeader } from '../../http/object-headers.ts';
import { readXmlBody } from '../../http/read-xml-body.ts';
import { emptyAnswer } from '../../http/respond.ts';
import { childText } from '../../xml/parse.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html */
export const createBucket: Operation = async (services, call) => {
  const { disk, limits, region } = services;
  const refused = refusedHeader(call.request);
  if (refused !== undefined) return err(refused);
  if (hasBody(call.request.headers)) {
    const document = await readXmlBody(call, {
      root: 'CreateBucketConfiguration',
      bytesMax: limits.xmlBytesMax,
    });
    if (!document.ok) return document;
    const unknown = document.value.children.find(({ name }) => name !== 'LocationConstraint');
    if (unknown !== undefined) return err(notImplemented('Parameter', unknown.name));
    const location = childText(document.value, 'LocationConstraint');
    if (location !== undefined && location !== region) {
      return err(refusal('InvalidArgument', 'The location constraint is not the region of this store.'));
    }
  }
  if (disk.buckets.list().length >= limits.bucketsMax) return err(refusal('TooManyBuckets'));
  const createdAt = services.now().toISOString();
  const isNew = await disk.buckets.create({ version: FORMAT_VERSION, name: call.bucket, createdAt });
  if (!isNew) return err(refusal('BucketAlreadyOwnedByYou', undefined, [['BucketName', call.bucket]]));
  return emptyAnswer(200, { location: `/${call.bucket}` });
};

function hasBody(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0;
}
