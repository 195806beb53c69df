import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3';

/** Headers of the store's answers that pages have to read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Content-Range',
  'Accept-Ranges',
  'x-amz-checksum-sha256',
  'x-amz-checksum-crc64nvme',
  'x-amz-request-id',
];

/** Longer than an upload of ours may take: what is left then, nobody comes back to. */
const UNFINISHED_DAYS = 8;

/** Several installations may share a bucket, each below a prefix of its own, and every rule of a bucket has a name of its own. */
function idOf(kind: string, prefix: string): string {
  return `${kind}:${prefix.replace(/\/+$/, '')}`;
}

/** Lets pages of `origin` reach the objects. */
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

/** True of the rule that `wanted` takes the place of: of the same name, or of the one that every installation used to give. */
export function isFormerCorsRule(rule: CORSRule, wanted: ReturnType<typeof corsRuleFor>): boolean {
  const origins = rule.AllowedOrigins ?? [];
  const isOfOldName = rule.ID === 'coffer' && origins.length === 1 && origins[0] === wanted.AllowedOrigins[0];
  return rule.ID === wanted.ID || isOfOldName;
}

/** Lets the store end unfinished uploads by itself. */
export function unfinishedRuleFor(prefix: string) {
  return {
    ID: idOf('coffer-unfinished', prefix),
    Status: 'Enabled',
    Filter: { Prefix: prefix },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
  } satisfies LifecycleRule;
}

/** True of what {@link unfinishedRuleFor} made for another installation, or used to make. */
export function isUnfinishedRule({ ID: id = '' }: LifecycleRule): boolean {
  return id === 'coffer-unfinished' || id.startsWith('coffer-unfinished:');
}
