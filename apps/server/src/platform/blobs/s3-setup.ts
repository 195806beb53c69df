import {
  BucketLocationConstraint,
  type CORSRule,
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { err, ok, type Result } from '@coffer/kit';
import type { Log } from '../log/log.ts';
import type { StoreFailure } from './blobs.ts';
import {
  corsRuleFor,
  EXPOSED_HEADERS,
  isFormerCorsRule,
  isUnfinishedRule,
  unfinishedRuleFor,
} from './bucket-rules.ts';
import { callStore, callStoreFor } from './s3-failures.ts';

interface Setup {
  readonly client: S3Client;
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  readonly log: Log;
}

/** Creates a missing bucket. Two servers may do this concurrently. */
export async function ensureBucket(setup: Setup): Promise<Result<void, StoreFailure>> {
  const { client, bucket: Bucket } = setup;
  const found = await callStoreFor(['NotFound', 'NoSuchBucket'], () =>
    client.send(new HeadBucketCommand({ Bucket })),
  );
  if (!found.ok) return found;
  if (found.value !== undefined) return ok(undefined);
  const region = locationOf(setup);
  const created = await callStoreFor(['BucketAlreadyOwnedByYou'], () =>
    client.send(
      new CreateBucketCommand({
        Bucket,
        ...(region === undefined ? {} : { CreateBucketConfiguration: { LocationConstraint: region } }),
      }),
    ),
  );
  if (!created.ok) {
    setup.log.warn('store_bucket_not_created', { diagnosis: diagnosisOf(created.error) });
    return created.error.code === 'store_unavailable'
      ? created
      : err({ code: 'store_refused', diagnosis: 'NoSuchBucket' });
  }
  setup.log.info('store_bucket_created');
  return ok(undefined);
}

/** Amazon requires the region except for us-east-1. Other stores refuse unknown region names. */
function locationOf(setup: Setup): BucketLocationConstraint | undefined {
  const isAmazon = /(^|\.)amazonaws\.com(\.cn)?$/.test(new URL(setup.endpoint).hostname);
  if (!isAmazon || setup.region === 'us-east-1') return undefined;
  return Object.values(BucketLocationConstraint).find((location) => location === setup.region);
}

/** Keeps other CORS rules. A refusal is only logged, because some stores are configured by their operator. */
export async function ensureCors(
  setup: Setup,
  { prefix, origin }: { readonly prefix: string; readonly origin: string },
): Promise<void> {
  const { client, bucket: Bucket, log } = setup;
  const found = await callStoreFor(['NoSuchCORSConfiguration'], () =>
    client.send(new GetBucketCorsCommand({ Bucket })),
  );
  if (!found.ok) {
    log.warn('store_cors_unknown', { code: found.error.code, diagnosis: diagnosisOf(found.error) });
    return;
  }
  const rules = found.value?.CORSRules ?? [];
  const wanted = corsRuleFor(prefix, origin);
  const isOutdated = (rule: CORSRule): boolean => isFormerCorsRule(rule, wanted) && rule.ID !== wanted.ID;
  if (!rules.some(isOutdated) && rules.some((rule) => allows(rule, wanted))) return;
  const others = rules.filter((rule) => !isFormerCorsRule(rule, wanted));
  const put = await callStore(() =>
    client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...others, wanted] } })),
  );
  if (put.ok) log.info('store_cors_set');
  else log.warn('store_cors_not_set', { code: put.error.code, diagnosis: diagnosisOf(put.error) });
}

/** Lets the store abort old multipart uploads. Skipped if the bucket has foreign rules; a refusal is only logged. */
export async function ensureUnfinishedRule(setup: Setup, prefix: string): Promise<void> {
  const { client, bucket: Bucket, log } = setup;
  const found = await callStoreFor(['NoSuchLifecycleConfiguration'], () =>
    client.send(new GetBucketLifecycleConfigurationCommand({ Bucket })),
  );
  if (!found.ok) {
    log.warn('store_lifecycle_unknown', { code: found.error.code, diagnosis: diagnosisOf(found.error) });
    return;
  }
  const rules = found.value?.Rules ?? [];
  const wanted = unfinishedRuleFor(prefix);
  const isThere = rules.some(({ Filter: filter }) => filter?.Prefix === prefix);
  if (isThere || !rules.every((rule) => isUnfinishedRule(rule))) return;
  const put = await callStore(() =>
    client.send(
      new PutBucketLifecycleConfigurationCommand({
        Bucket,
        LifecycleConfiguration: { Rules: [...rules, wanted] },
      }),
    ),
  );
  if (put.ok) log.info('store_lifecycle_set');
  else log.warn('store_lifecycle_not_set', { code: put.error.code, diagnosis: diagnosisOf(put.error) });
}

function diagnosisOf(failure: StoreFailure): string | null {
  return failure.code === 'store_refused' ? failure.diagnosis : null;
}

function allows(rule: CORSRule, wanted: ReturnType<typeof corsRuleFor>): boolean {
  const exposed = new Set((rule.ExposeHeaders ?? []).map((name) => name.toLowerCase()));
  return (
    wanted.AllowedOrigins.every((origin) => rule.AllowedOrigins?.includes(origin)) &&
    (rule.AllowedHeaders ?? []).includes('*') &&
    wanted.AllowedMethods.every((method) => rule.AllowedMethods?.includes(method)) &&
    EXPOSED_HEADERS.every((name) => exposed.has(name.toLowerCase()))
  );
}
