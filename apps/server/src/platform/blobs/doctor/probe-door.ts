import { HeadBucketCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { Silence } from '../../network/hear.ts';
import { type Answer, ask, type Heard } from './ask.ts';
import { diagnose, type FoundCode } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { send, type Table } from './patient.ts';

const DRIFT_SECONDS = 60;

export async function knock({ patient }: Pick<Table, 'patient'>): Promise<Heard> {
  return await ask(`${patient.endpoint}/`);
}

/** A proxy may hide the `Server` header. */
export function isMinio(reached: Heard): boolean {
  return 'answer' in reached && reached.answer.headers.get('server') === 'MinIO';
}

/** Tests connection and authentication. A failure ends the examination. */
export async function probeDoor(table: Table, reached: Heard): Promise<readonly Diagnosis[]> {
  const { patient } = table;
  if ('silence' in reached) return [await diagnoseSilence(table, reached.silence)];
  const outside = diagnoseOutside(table, reached.answer);
  if (outside !== undefined) return [outside];
  const clock = diagnoseClock(table, reached.answer);
  if (clock?.severity === 'fail') return [clock];
  const listed = await send(
    table,
    new ListObjectsV2Command({ Bucket: patient.bucket, Prefix: patient.prefix, MaxKeys: 1 }),
  );
  const found = await diagnoseListed(table, listed);
  return [clock, found].filter((each) => each !== undefined);
}

async function diagnoseSilence(table: Table, silence: Silence): Promise<Diagnosis> {
  const { patient } = table;
  if (silence === 'not_http' || silence === 'unreachable') {
    // Tests for TLS where plain HTTP was expected.
    const secure = patient.endpoint.startsWith('http:')
      ? await ask(patient.endpoint.replace('http:', 'https:'))
      : { silence };
    const speaksTls = 'answer' in secure || secure.silence.startsWith('tls_');
    if (speaksTls && !('silence' in secure && secure.silence === 'tls_not_spoken')) {
      return diagnose('tls_expected', patient);
    }
  }
  return diagnose(silence, patient);
}

function diagnoseOutside({ patient }: Table, answer: Answer): Diagnosis | undefined {
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location)) {
    const elsewhere = new URL(location).origin;
    if (elsewhere !== patient.endpoint) return diagnose('redirected', patient, elsewhere);
  }
  const isTlsDemanded = answer.status === 400 && /https/i.test(answer.bytes.toString('latin1'));
  return isTlsDemanded && patient.endpoint.startsWith('http:')
    ? diagnose('tls_expected', patient)
    : undefined;
}

/** Every store sends `Date` (RFC 9110 section 6.6.1). */
function diagnoseClock({ patient, store }: Table, answer: Answer): Diagnosis | undefined {
  const told = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(told)) return undefined;
  const seconds = Math.round(Math.abs(told - store.clock.now().getTime()) / SECOND_MS);
  if (seconds * SECOND_MS >= LIMITS.clockSkewMaxMs) return diagnose('clock_skew', patient, String(seconds));
  return seconds >= DRIFT_SECONDS ? diagnose('clock_drift', patient, String(seconds)) : undefined;
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

async function diagnoseListed(table: Table, heard: Heard): Promise<Diagnosis | undefined> {
  const { patient, store } = table;
  if ('silence' in heard) {
    return diagnose(store.forcePathStyle ? heard.silence : 'addressing', patient);
  }
  const { answer } = heard;
  if (answer.status === 200) return answer.isS3 ? undefined : diagnose('not_s3', patient);
  const code = CODES[answer.s3Code];
  if (code === 'wrong_region') return diagnose('wrong_region', patient, await regionOf(table, answer));
  if (code !== undefined) return diagnose(code, patient, answer.s3Code);
  if (answer.status >= 500) return diagnose('store_failing', patient, String(answer.status));
  if (answer.status === 403 && answer.isS3) return diagnose('no_list', patient);
  return diagnose(answer.isS3 ? 'write_refused' : 'not_s3', patient, answer.s3Code);
}

async function regionOf(table: Table, answer: Answer): Promise<string> {
  const text = answer.bytes.toString('latin1');
  const told =
    answer.headers.get('x-amz-bucket-region') ??
    /<Region>([a-z0-9-]{1,50})<\/Region>/.exec(text)?.[1] ??
    /; expecting (?:['"]|&#3[49];|&quot;|&apos;)([a-z0-9-]{1,50})\b/.exec(text)?.[1];
  if (told !== undefined) return told;
  const head = await send(table, new HeadBucketCommand({ Bucket: table.patient.bucket }), { method: 'HEAD' });
  return 'answer' in head ? (head.answer.headers.get('x-amz-bucket-region') ?? '') : '';
}
