import { type Clock, err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { presignUrl } from '@coffer/sigv4';
import type { StoreFailure } from './blobs.ts';
import { ask } from './doctor/ask.ts';
import type { S3Access } from './s3-client.ts';
import { failureOfAnswer } from './s3-failures.ts';
import { bucketUrl } from './bucket-url.ts';

interface CheckedStore {
  readonly access: S3Access;
  readonly bucket: string;
  readonly prefix: string;
  readonly clock: Clock;
}

const KEPT_MS = MINUTE_MS;
const LIFE_SECONDS = 60;
/** Other responses, such as redirects, missing buckets and rate limits, say nothing about signatures. */
const REFUSALS = new Set([400, 401, 403]);

/** Tests with a list request and a wrong secret whether the store verifies signatures. Cached for a minute. */
export function createSignatureCheck(store: CheckedStore): () => Promise<Result<boolean, StoreFailure>> {
  let kept: { readonly atMs: number; readonly answer: Result<boolean, StoreFailure> } | undefined;
  return async () => {
    const nowMs = store.clock.now().getTime();
    if (kept !== undefined && Math.abs(nowMs - kept.atMs) < KEPT_MS) return kept.answer;
    const answer = await check(store);
    kept = answer.ok ? { atMs: nowMs, answer } : undefined;
    return answer;
  };
}

async function check({
  access,
  bucket,
  prefix,
  clock,
}: CheckedStore): Promise<Result<boolean, StoreFailure>> {
  const { accessKeyId, region } = access;
  const url = presignUrl(
    { accessKeyId, region, secretAccessKey: `not ${access.secretAccessKey}` },
    {
      method: 'GET',
      url: `${bucketUrl(access, bucket)}/`,
      query: { 'list-type': '2', 'max-keys': '1', prefix },
      headers: {},
      at: clock.now(),
      lifeSeconds: LIFE_SECONDS,
    },
  );
  const result = await ask(url);
  if ('networkError' in result) return err({ code: 'store_unavailable' });
  const { status, s3Code, isS3 } = result.answer;
  if (status === 200) return isS3 ? ok(false) : err({ code: 'store_unavailable' });
  return REFUSALS.has(status) ? ok(true) : err(failureOfAnswer(status, s3Code));
}
