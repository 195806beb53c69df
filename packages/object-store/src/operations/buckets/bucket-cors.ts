import { err, ok, type Result } from '@coffer/kit';
import type { Operation } from '../../call.ts';
import type { CorsRule } from '../../disk/records.ts';
import { noSuchBucket, refusal, type S3Error } from '../../errors.ts';
import { CORS_METHODS } from '../../http/cors.ts';
import { readXmlBody } from '../../http/read-xml-body.ts';
import { emptyAnswer, xmlAnswer } from '../../http/respond.ts';
import type { XmlChild } from '../../xml/build.ts';
import { childrenNamed, childText, type XmlElement } from '../../xml/parse.ts';

const RULES_MAX = 100;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketCors.html */
export const getBucketCors: Operation = async ({ disk }, call) => {
  const rules = disk.buckets.find(call.bucket)?.cors;
  if (rules === undefined) return err(refusal('NoSuchCORSConfiguration'));
  return xmlAnswer(
    'CORSConfiguration',
    rules.map((rule) => ['CORSRule', presentRule(rule)] as const),
  );
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html */
export const putBucketCors: Operation = async ({ disk, limits }, call) => {
  const document = await readXmlBody(call, { root: 'CORSConfiguration', bytesMax: limits.xmlBytesMax });
  if (!document.ok) return document;
  const rules: CorsRule[] = [];
  for (const element of document.value.children) {
    const rule = parseRule(element);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  if (rules.length === 0 || rules.length > RULES_MAX) return err(refusal('MalformedXML'));
  const isThere = await disk.buckets.update(call.bucket, (bucket) => ({ ...bucket, cors: rules }));
  return isThere ? emptyAnswer(200) : err(noSuchBucket(call.bucket));
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketCors.html */
export const deleteBucketCors: Operation = async ({ disk }, call) => {
  const isThere = await disk.buckets.update(call.bucket, ({ cors: _removed, ...rest }) => rest);
  return isThere ? emptyAnswer(204) : err(noSuchBucket(call.bucket));
};

function parseRule(element: XmlElement): Result<CorsRule, S3Error> {
  const texts = (name: string): string[] => childrenNamed(element, name).map((child) => child.text);
  const id = childText(element, 'ID');
  const maxAge = childText(element, 'MaxAgeSeconds');
  const rule = {
    ...(id === undefined ? {} : { id }),
    allowedOrigins: texts('AllowedOrigin'),
    allowedMethods: texts('AllowedMethod'),
    allowedHeaders: texts('AllowedHeader'),
    exposeHeaders: texts('ExposeHeader'),
    ...(maxAge === undefined ? {} : { maxAgeSeconds: Number(maxAge) }),
  };
  if (element.name !== 'CORSRule' || rule.allowedOrigins.length === 0 || rule.allowedMethods.length === 0) {
    return err(refusal('MalformedXML'));
  }
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge)) return err(refusal('MalformedXML'));
  if (!rule.allowedMethods.every((method) => CORS_METHODS.some((known) => known === method))) {
    return err(refusal('InvalidRequest', 'Found unsupported HTTP method in CORS config.'));
  }
  const patterns = [...rule.allowedOrigins, ...rule.allowedHeaders];
  const isSendable = [...patterns, ...rule.exposeHeaders].every((text) =>
    /^[\u0021-\u007e]{1,1024}$/.test(text),
  );
  if (!isSendable || patterns.some((pattern) => pattern.split('*').length > 2)) {
    return err(refusal('InvalidRequest', 'An origin or header of the CORS config is not valid.'));
  }
  return ok(rule);
}

function presentRule(rule: CorsRule): readonly XmlChild[] {
  return [
    rule.id === undefined ? undefined : ['ID', rule.id],
    ...each('AllowedOrigin', rule.allowedOrigins),
    ...each('AllowedMethod', rule.allowedMethods),
    ...each('AllowedHeader', rule.allowedHeaders),
    ...each('ExposeHeader', rule.exposeHeaders),
    rule.maxAgeSeconds === undefined ? undefined : ['MaxAgeSeconds', rule.maxAgeSeconds],
  ];
}

function each(name: string, texts: readonly string[]): readonly XmlChild[] {
  return texts.map((text) => [name, text] as const);
}
