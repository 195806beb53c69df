import { CHECKSUM_ALGORITHMS } from '../checksum/algorithms.ts';
import { notImplemented, type S3Error } from '../errors.ts';
import type { HeaderFields } from './message.ts';

const ALWAYS = ['x-amz-date', 'x-amz-content-sha256', 'x-amz-user-agent', 'x-amz-request-payer'];

const BODY = [
  ...CHECKSUM_ALGORITHMS.map((algorithm) => `x-amz-checksum-${algorithm}`),
  'x-amz-sdk-checksum-algorithm',
  'x-amz-decoded-content-length',
  'x-amz-trailer',
];

const DESCRIPTION = ['x-amz-meta-*', 'x-amz-acl', 'x-amz-storage-class', 'x-amz-tagging'];

export const ACCEPTED = {
  body: BODY,
  description: DESCRIPTION,
  copySource: [
    'x-amz-copy-source',
    'x-amz-copy-source-if-match',
    'x-amz-copy-source-if-none-match',
    'x-amz-copy-source-if-modified-since',
    'x-amz-copy-source-if-unmodified-since',
  ],
  newBucket: [...BODY, 'x-amz-acl', 'x-amz-bucket-object-lock-enabled', 'x-amz-object-ownership'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const OBJECT_HEADERS: readonly string[] = [...BODY, ...DESCRIPTION];

/** Refuses the first unknown `x-amz-*` header, which would otherwise be ignored silently. */
export function refuseUnknownHeader(
  headers: HeaderFields,
  accepted: readonly string[] = [],
): S3Error | undefined {
  const unknown = Object.keys(headers).find(
    (name) =>
      name.startsWith('x-amz-') &&
      !ALWAYS.includes(name) &&
      !accepted.some((pattern) =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
      ),
  );
  return unknown === undefined ? undefined : notImplemented('Header', unknown);
}
