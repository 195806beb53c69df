import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { LIMITS } from '@coffer/contracts';
import type { IntegrityLevel, SignedRequest } from '../blobs.ts';
import { EXPOSED_HEADERS } from '../bucket-rules.ts';
import { s3Client } from '../s3-client.ts';
import { signGet, signPut } from '../s3-sign.ts';
import { type Answer, ask } from './ask.ts';
import { diagnose } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { probeKey, probePut, send, type Table } from './patient.ts';
import { answerOf, refusalOf, takesPlain } from './probe-objects.ts';

export async function probePublic(table: Table, integrity: IntegrityLevel): Promise<readonly Diagnosis[]> {
  const { patient, store } = table;
  const key = probeKey(table);
  const bytes = Buffer.alloc(100, 7);
  const signer = { access: table.publicAccess, bucket: store.bucket, clock: store.clock, integrity } as const;
  const signed = signPut(signer, probePut(table, key, bytes));
  const preflight = await ask(signed.url, {
    method: 'OPTIONS',
    headers: {
      origin: patient.pageOrigin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': Object.keys(signed.headers).join(','),
    },
  });
  if ('silence' in preflight) {
    const isTls = preflight.silence.startsWith('tls_');
    return [diagnose(isTls ? 'public_tls' : 'public_unreachable', patient, preflight.silence)];
  }
  const sent = await ask(signed.url, {
    method: 'PUT',
    headers: { ...signed.headers, origin: patient.pageOrigin },
    body: new Uint8Array(bytes),
  });
  const refused = refusalOf(sent);
  if (refused !== undefined) return [await diagnoseRefusal(table, key, refused)];
  const command = new HeadObjectCommand({ Bucket: store.bucket, Key: key });
  const inside = await send(table, command, { method: 'HEAD' });
  if (refusalOf(inside) !== undefined) return [diagnose('public_elsewhere', patient)];
  const found = [
    ...diagnosePreflight(table, preflight.answer, signed),
    ...diagnoseExposed(table, answerOf(sent)),
    await diagnoseStrangers(table, signed),
    await diagnoseCache(table, key),
  ];
  await send(table, new DeleteObjectCommand({ Bucket: store.bucket, Key: key }), { method: 'DELETE' });
  return found.filter((each) => each !== undefined);
}

async function diagnoseRefusal(table: Table, key: string, code: string): Promise<Diagnosis> {
  const { patient, publicAccess } = table;
  if (await takesPlain(table, key, s3Client(publicAccess))) {
    return diagnose('headers_stripped', patient, patient.publicEndpoint);
  }
  if (code === 'SignatureDoesNotMatch') return diagnose('public_host_changed', patient);
  if (code === 'NoSuchBucket' || code === 'InvalidAccessKeyId') return diagnose('public_elsewhere', patient);
  return diagnose('public_refused', patient, code);
}

function listOf(headers: Headers, name: string): readonly string[] {
  return (headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
}

function diagnosePreflight(
  { patient }: Table,
  { status, headers }: Answer,
  signed: SignedRequest,
): readonly Diagnosis[] {
  const origin = headers.get('access-control-allow-origin');
  if (status >= 300 || (origin !== patient.pageOrigin && origin !== '*')) {
    return [diagnose('cors_missing', patient)];
  }
  const methods = listOf(headers, 'access-control-allow-methods');
  if (!methods.includes('put') && !methods.includes('*')) return [diagnose('cors_method', patient, 'PUT')];
  const allowed = listOf(headers, 'access-control-allow-headers');
  const missing = Object.keys(signed.headers).filter(
    (name) => !allowed.includes(name) && !allowed.includes('*'),
  );
  return missing.length === 0 ? [] : [diagnose('cors_headers', patient, missing.join(', '))];
}

function diagnoseExposed({ patient }: Table, { headers }: Answer): readonly Diagnosis[] {
  // A missing CORS rule is already reported.
  if (headers.get('access-control-allow-origin') === null) return [];
  const exposed = listOf(headers, 'access-control-expose-headers');
  const hidden = EXPOSED_HEADERS.slice(0, 2).filter(
    (name) => !exposed.includes(name.toLowerCase()) && !exposed.includes('*'),
  );
  return hidden.length === 0 ? [] : [diagnose('cors_etag_hidden', patient, hidden.join(', '))];
}

/** Presigned URLs can leak; other origins should not be able to use them from a browser. */
async function diagnoseStrangers({ patient }: Table, signed: SignedRequest): Promise<Diagnosis | undefined> {
  const heard = await ask(signed.url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
  });
  if ('silence' in heard) return undefined;
  const allowed = heard.answer.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === 'https://elsewhere.example'
    ? diagnose('cors_any_origin', patient)
    : undefined;
}

async function diagnoseCache(table: Table, key: string): Promise<Diagnosis | undefined> {
  const { patient, store } = table;
  const signer = {
    access: table.publicAccess,
    bucket: store.bucket,
    clock: store.clock,
    integrity: 3,
  } as const;
  const signed = signGet(signer, {
    key,
    name: 'probe',
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: LIMITS.downloadUrlLifeMs,
  });
  await ask(signed.url);
  const again = await ask(signed.url);
  if ('silence' in again) return undefined;
  const { headers } = again.answer;
  const isKept =
    Number(headers.get('age') ?? 0) > 0 ||
    ['x-cache', 'x-cache-status', 'cf-cache-status', 'x-proxy-cache'].some((name) =>
      /\bhit\b/i.test(headers.get(name) ?? ''),
    );
  return isKept ? diagnose('cached', patient) : undefined;
}
