import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3';

export const EXPOSED_HEADERS = [
  'ETag',
  'Content-Range',
  'Accept-Ranges',
  'x-amz-checksum-sha256',
  'x-amz-checksum-crc64nvme',
  'x-amz-request-id',
];

/** Longer than the longest time that an upload may take. */
const UNFINISHED_DAYS = 8;

/**
 * The id of a rule. Contains the prefix, because installations may share a bucket and rule ids are unique within it.
 */
function idOf(kind: string, prefix: string): string {
  return `${kind}:${prefix.replace(/\/+$/, '')}`;
}

export function corsRuleFor(prefix: string, origin: string) {
  return {
    ID: idOf('coffer', prefix),
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'HEAD', 'PUT', 'POST'],
    AllowedHeaders: ['*'],
    ExposeHeaders: EXPOSED_HEADERS,
    MaxAgeSeconds: 3_600,
  } satisfies CORSRule;
}

/** Whether `rule` is to be replaced by `wanted`: it has the same id, or the id that earlier versions used. */
export function isFormerCorsRule(rule: CORSRule, wanted: ReturnType<typeof corsRuleFor>): boolean {
  const origins = rule.AllowedOrigins ?? [];
  const isOfOldName = rule.ID === 'coffer' && origins.length === 1 && origins[0] === wanted.AllowedOrigins[0];
  return rule.ID === wanted.ID || isOfOldName;
}

export function unfinishedRuleFor(prefix: string) {
  return {
    ID: idOf('coffer-unfinished', prefix),
    Status: 'Enabled',
    Filter: { Prefix: prefix },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
  } satisfies LifecycleRule;
}

/** Whether a rule aborts unfinished uploads, of any installation or earlier version. */
export function isUnfinishedRule({ ID: id = '' }: LifecycleRule): boolean {
  return id === 'coffer-unfinished' || id.startsWith('coffer-unfinished:');
}
