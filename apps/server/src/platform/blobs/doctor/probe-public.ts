import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { LIMITS } from '@coffer/contracts';
import type { IntegrityLevel, SignedRequest } from '../blobs.ts';
import { EXPOSED_HEADERS } from '../bucket-rules.ts';
import { s3Client } from '../s3-client.ts';
import { signGet, signPut } from '../s3-sign.ts';
import { type Answer, ask } from './ask.ts';
import { diagnose } from './diagnoses.ts';
import type { Diagnosis } from './model.ts';
import { probeKey, probePut, send, type Probe } from './probe.ts';
import { answerOf, refusalOf, takesPlain } from './probe-objects.ts';

export async function probePublic(probe: Probe, integrity: IntegrityLevel): Promise<readonly Diagnosis[]> {
  const { target, store } = probe;
  const key = probeKey(probe);
  const bytes = Buffer.alloc(100, 7);
  const signer = { access: probe.publicAccess, bucket: store.bucket, clock: store.clock, integrity } as const;
  const signed = signPut(signer, probePut(probe, key, bytes));
  const preflight = await ask(signed.url, {
    method: 'OPTIONS',
    headers: {
      origin: target.pageOrigin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': Object.keys(signed.headers).join(','),
    },
  });
  if ('networkError' in preflight) {
    const isTls = preflight.networkError.startsWith('tls_');
    return [diagnose(isTls ? 'public_tls' : 'public_unreachable', target, preflight.networkError)];
  }
  const sent = await ask(signed.url, {
    method: 'PUT',
    headers: { ...signed.headers, origin: target.pageOrigin },
    body: new Uint8Array(bytes),
  });
  const refused = refusalOf(sent);
  if (refused !== undefined) return [await diagnoseRefusal(probe, key, refused)];
  const command = new HeadObjectCommand({ Bucket: store.bucket, Key: key });
  const inside = await send(probe, command, { method: 'HEAD' });
  if (refusalOf(inside) !== undefined) return [diagnose('public_elsewhere', target)];
  const found = [
    ...diagnosePreflight(probe, preflight.answer, signed),
    ...diagnoseExposed(probe, answerOf(sent)),
    await diagnoseStrangers(probe, signed),
    await diagnoseCache(probe, key),
  ];
  await send(probe, new DeleteObjectCommand({ Bucket: store.bucket, Key: key }), { method: 'DELETE' });
  return found.filter((each) => each !== undefined);
}

async function diagnoseRefusal(probe: Probe, key: string, code: string): Promise<Diagnosis> {
  const { target, publicAccess } = probe;
  if (await takesPlain(probe, key, s3Client(publicAccess))) {
    return diagnose('headers_stripped', target, target.publicEndpoint);
  }
  if (code === 'SignatureDoesNotMatch') return diagnose('public_host_changed', target);
  if (code === 'NoSuchBucket' || code === 'InvalidAccessKeyId') return diagnose('public_elsewhere', target);
  return diagnose('public_refused', target, code);
}

function listOf(headers: Headers, name: string): readonly string[] {
  return (headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
}

function diagnosePreflight(
  { target }: Probe,
  { status, headers }: Answer,
  signed: SignedRequest,
): readonly Diagnosis[] {
  const origin = headers.get('access-control-allow-origin');
  if (status >= 300 || (origin !== target.pageOrigin && origin !== '*')) {
    return [diagnose('cors_missing', target)];
  }
  const methods = listOf(headers, 'access-control-allow-methods');
  if (!methods.includes('put') && !methods.includes('*')) return [diagnose('cors_method', target, 'PUT')];
  const allowed = listOf(headers, 'access-control-allow-headers');
  const missing = Object.keys(signed.headers).filter(
    (name) => !allowed.includes(name) && !allowed.includes('*'),
  );
  return missing.length === 0 ? [] : [diagnose('cors_headers', target, missing.join(', '))];
}

function diagnoseExposed({ target }: Probe, { headers }: Answer): readonly Diagnosis[] {
  // A missing CORS rule is already reported.
  if (headers.get('access-control-allow-origin') === null) return [];
  const exposed = listOf(headers, 'access-control-expose-headers');
  const hidden = EXPOSED_HEADERS.slice(0, 2).filter(
    (name) => !exposed.includes(name.toLowerCase()) && !exposed.includes('*'),
  );
  return hidden.length === 0 ? [] : [diagnose('cors_etag_hidden', target, hidden.join(', '))];
}

/** Presigned URLs can leak, and pages of other origins should not be able to use them in a browser. */
async function diagnoseStrangers({ target }: Probe, signed: SignedRequest): Promise<Diagnosis | undefined> {
  const result = await ask(signed.url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
  });
  if ('networkError' in result) return undefined;
  const allowed = result.answer.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === 'https://elsewhere.example'
    ? diagnose('cors_any_origin', target)
    : undefined;
}

async function diagnoseCache(probe: Probe, key: string): Promise<Diagnosis | undefined> {
  const { target, store } = probe;
  const signer = {
    access: probe.publicAccess,
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
  if ('networkError' in again) return undefined;
  const { headers } = again.answer;
  const isKept =
    Number(headers.get('age') ?? 0) > 0 ||
    ['x-cache', 'x-cache-status', 'cf-cache-status', 'x-proxy-cache'].some((name) =>
      /\bhit\b/i.test(headers.get(name) ?? ''),
    );
  return isKept ? diagnose('cached', target) : undefined;
}
