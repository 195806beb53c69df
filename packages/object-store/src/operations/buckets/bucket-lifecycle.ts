import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import type { Operation } from '../../call.ts';
import type { LifecycleRule } from '../../disk/records.ts';
import { noSuchBucket, notImplemented, refusal, type S3Error } from '../../errors.ts';
import { readXmlBody } from '../../http/read-xml-body.ts';
import { emptyAnswer, xmlAnswer } from '../../http/respond.ts';
import type { XmlChild } from '../../xml/build.ts';
import { childNamed, childText, type XmlElement } from '../../xml/parse.ts';

const RULES_MAX = 1000;
const ID_CHARACTERS_MAX = 255;
const PREFIX_BYTES_MAX = 1024;

const UNSUPPORTED_ACTIONS = [
  'Expiration',
  'Transition',
  'NoncurrentVersionExpiration',
  'NoncurrentVersionTransition',
];
const UNSUPPORTED_FILTERS = ['And', 'Tag', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan'];

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLifecycleConfiguration.html */
export const getBucketLifecycle: Operation = async ({ disk }, call) => {
  const rules = disk.buckets.find(call.bucket)?.lifecycle;
  if (rules === undefined) {
    return err(refusal('NoSuchLifecycleConfiguration', undefined, [['BucketName', call.bucket]]));
  }
  return xmlAnswer(
    'LifecycleConfiguration',
    rules.map((rule) => ['Rule', presentRule(rule)] as const),
  );
};

/**
 * Only AbortIncompleteMultipartUpload is implemented.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html
 */
export const putBucketLifecycle: Operation = async ({ disk, limits }, call) => {
  const document = await readXmlBody(call, { root: 'LifecycleConfiguration', bytesMax: limits.xmlBytesMax });
  if (!document.ok) return document;
  const rules: LifecycleRule[] = [];
  for (const element of document.value.children) {
    const rule = parseRule(element);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  if (rules.length === 0 || rules.length > RULES_MAX) return err(refusal('MalformedXML'));
  if (new Set(rules.map((rule) => rule.id)).size < rules.length) {
    return err(refusal('InvalidArgument', 'Rule ID must be unique. Found same ID for more than one rule'));
  }
  const isThere = await disk.buckets.update(call.bucket, (bucket) => ({ ...bucket, lifecycle: rules }));
  return isThere ? emptyAnswer(200) : err(noSuchBucket(call.bucket));
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketLifecycle.html */
export const deleteBucketLifecycle: Operation = async ({ disk }, call) => {
  const isThere = await disk.buckets.update(call.bucket, ({ lifecycle: _removed, ...rest }) => rest);
  return isThere ? emptyAnswer(204) : err(noSuchBucket(call.bucket));
};

function parseRule(element: XmlElement): Result<LifecycleRule, S3Error> {
  const unsupported = UNSUPPORTED_ACTIONS.find((name) => childNamed(element, name) !== undefined);
  if (unsupported !== undefined) return err(notImplemented('Parameter', unsupported));
  const filter = childNamed(element, 'Filter');
  const narrow = UNSUPPORTED_FILTERS.find((name) => filter !== undefined && childNamed(filter, name));
  if (narrow !== undefined) return err(notImplemented('Parameter', narrow));
  const bare = childText(element, 'Prefix');
  const prefix = bare ?? (filter === undefined ? undefined : (childText(filter, 'Prefix') ?? ''));
  const status = childText(element, 'Status');
  const abort = childNamed(element, 'AbortIncompleteMultipartUpload');
  const days = abort === undefined ? undefined : childText(abort, 'DaysAfterInitiation')?.trim();
  const isComplete = element.name === 'Rule' && prefix !== undefined && days !== undefined;
  if (!isComplete || (bare !== undefined && filter !== undefined)) return err(refusal('MalformedXML'));
  if (status !== 'Enabled' && status !== 'Disabled') return err(refusal('MalformedXML'));
  if (!/^\d{1,9}$/.test(days)) return err(refusal('MalformedXML'));
  if (Number(days) === 0) {
    return err(
      refusal(
        'InvalidArgument',
        "'DaysAfterInitiation' for AbortIncompleteMultipartUpload action must be a positive integer",
      ),
    );
  }
  const id = childText(element, 'ID') ?? randomUUID();
  if (id.length > ID_CHARACTERS_MAX || !/^[\u0020-\u007e\u00a0-\uffff]*$/.test(id)) {
    return err(
      refusal('InvalidArgument', `ID length should not exceed allowed limit of ${ID_CHARACTERS_MAX}`),
    );
  }
  if (Buffer.byteLength(prefix) > PREFIX_BYTES_MAX) {
    return err(refusal('InvalidRequest', `The maximum size of a prefix is ${PREFIX_BYTES_MAX}.`));
  }
  return ok({
    id,
    isEnabled: status === 'Enabled',
    prefix,
    isPrefixBare: bare !== undefined,
    abortUploadsAfterDays: Number(days),
  });
}

function presentRule(rule: LifecycleRule): readonly XmlChild[] {
  const prefix = ['Prefix', rule.prefix] as const;
  return [
    ['ID', rule.id],
    rule.isPrefixBare ? prefix : ['Filter', [prefix]],
    ['Status', rule.isEnabled ? 'Enabled' : 'Disabled'],
    ['AbortIncompleteMultipartUpload', [['DaysAfterInitiation', rule.abortUploadsAfterDays]]],
  ];
}
