import { HeadBucketCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { NetworkError } from '../../network/probe-url.ts';
import { type Answer, ask, type ProbeResult } from './ask.ts';
import { diagnose, type FoundCode } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { send, type Probe } from './probe.ts';

const DRIFT_SECONDS = 60;

export async function probeEndpoint({ target }: Pick<Probe, 'target'>): Promise<ProbeResult> {
  return await ask(`${target.endpoint}/`);
}

/** False if a proxy hides the `Server` header of MinIO. */
export function isMinio(reached: ProbeResult): boolean {
  return 'answer' in reached && reached.answer.headers.get('server') === 'MinIO';
}

/** Tests connection and authentication. A failure ends the examination. */
export async function probeAccess(probe: Probe, reached: ProbeResult): Promise<readonly Diagnosis[]> {
  const { target } = probe;
  if ('networkError' in reached) return [await diagnoseNetworkError(probe, reached.networkError)];
  const outside = diagnoseOutside(probe, reached.answer);
  if (outside !== undefined) return [outside];
  const clock = diagnoseClock(probe, reached.answer);
  if (clock?.severity === 'fail') return [clock];
  const listed = await send(
    probe,
    new ListObjectsV2Command({ Bucket: target.bucket, Prefix: target.prefix, MaxKeys: 1 }),
  );
  const found = await diagnoseListed(probe, listed);
  return [clock, found].filter((each) => each !== undefined);
}

async function diagnoseNetworkError(probe: Probe, networkError: NetworkError): Promise<Diagnosis> {
  const { target } = probe;
  if (networkError === 'not_http' || networkError === 'unreachable') {
    // Tests whether the store speaks TLS although plain HTTP was configured.
    const secure = target.endpoint.startsWith('http:')
      ? await ask(target.endpoint.replace('http:', 'https:'))
      : { networkError };
    const speaksTls = 'answer' in secure || secure.networkError.startsWith('tls_');
    if (speaksTls && !('networkError' in secure && secure.networkError === 'tls_not_spoken')) {
      return diagnose('tls_expected', target);
    }
  }
  return diagnose(networkError, target);
}

function diagnoseOutside({ target }: Probe, answer: Answer): Diagnosis | undefined {
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location)) {
    const elsewhere = new URL(location).origin;
    if (elsewhere !== target.endpoint) return diagnose('redirected', target, elsewhere);
  }
  const isTlsDemanded = answer.status === 400 && /https/i.test(answer.bytes.toString('latin1'));
  return isTlsDemanded && target.endpoint.startsWith('http:') ? diagnose('tls_expected', target) : undefined;
}

/** Every store sends `Date` (RFC 9110 section 6.6.1). */
function diagnoseClock({ target, store }: Probe, answer: Answer): Diagnosis | undefined {
  const serverTime = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return undefined;
  const seconds = Math.round(Math.abs(serverTime - store.clock.now().getTime()) / SECOND_MS);
  if (seconds * SECOND_MS >= LIMITS.clockSkewMaxMs) return diagnose('clock_skew', target, String(seconds));
  return seconds >= DRIFT_SECONDS ? diagnose('clock_drift', target, String(seconds)) : undefined;
}

const CODES: Readonly<Record<string, FoundCode>> = {
  InvalidAccessKeyId: 'wrong_key',
  // Versity S3 Gateway.
  XAdminUserNotFound: 'wrong_key',
  SignatureDoesNotMatch: 'wrong_secret',
  RequestTimeTooSkewed: 'clock_skew',
  NoSuchBucket: 'bucket_missing',
  PermanentRedirect: 'wrong_region',
  TemporaryRedirect: 'wrong_region',
  AuthorizationHeaderMalformed: 'wrong_region',
  AuthorizationQueryParametersError: 'wrong_region',
  IllegalLocationConstraintException: 'wrong_region',
};

async function diagnoseListed(probe: Probe, result: ProbeResult): Promise<Diagnosis | undefined> {
  const { target, store } = probe;
  if ('networkError' in result) {
    return diagnose(store.forcePathStyle ? result.networkError : 'addressing', target);
  }
  const { answer } = result;
  if (answer.status === 200) return answer.isS3 ? undefined : diagnose('not_s3', target);
  const code = CODES[answer.s3Code];
  if (code === 'wrong_region') return diagnose('wrong_region', target, await regionOf(probe, answer));
  if (code !== undefined) return diagnose(code, target, answer.s3Code);
  if (answer.status >= 500) return diagnose('store_failing', target, String(answer.status));
  if (answer.status === 403 && answer.isS3) return diagnose('no_list', target);
  return diagnose(answer.isS3 ? 'write_refused' : 'not_s3', target, answer.s3Code);
}

async function regionOf(probe: Probe, answer: Answer): Promise<string> {
  const text = answer.bytes.toString('latin1');
  const region =
    answer.headers.get('x-amz-bucket-region') ??
    /<Region>([a-z0-9-]{1,50})<\/Region>/.exec(text)?.[1] ??
    /; expecting (?:['"]|&#3[49];|&quot;|&apos;)([a-z0-9-]{1,50})\b/.exec(text)?.[1];
  if (region !== undefined) return region;
  const head = await send(probe, new HeadBucketCommand({ Bucket: probe.target.bucket }), { method: 'HEAD' });
  return 'answer' in head ? (head.answer.headers.get('x-amz-bucket-region') ?? '') : '';
}
