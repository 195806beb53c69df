import { createHash } from 'node:crypto';
import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { IntegrityLevel, SignedRequest, StoredPart, StoreFailure } from './blobs.ts';
import { digestOf } from './digest.ts';
import { type Forms, testForms } from './forms-test.ts';
import { type Probe, probeFile, probeKey, RIGHT, WRONG } from './integrity-probe.ts';
import { s3Calls } from './s3-calls.ts';
import { failureOfAnswer, storeFailureOf } from './s3-failures.ts';
import { signPart, signPut } from './s3-sign.ts';

export interface Integrity extends Forms {
  readonly level: IntegrityLevel;
  /** Whether the ETag of a single-request upload is the MD5 of the bytes. */
  readonly isEtagMd5: boolean;
}

/**
 * Tests what a store verifies. Level 1 refuses a wrong SHA-256, also for parts, and returns the SHA-256 of objects;
 * level 2 refuses a wrong MD5.
 */
export async function testIntegrity(probe: Probe): Promise<Result<Integrity, StoreFailure>> {
  const whole = await tryPut(probe, 1);
  if (!whole.ok) return whole;
  if (whole.value === 'verified') {
    const parts = await tryParts(probe);
    if (!parts.ok) return parts;
    if (parts.value) return ok({ level: 1, isEtagMd5: false, ...(await testForms(probe)) });
  }
  const md5 = await tryPut(probe, 2);
  if (!md5.ok) return md5;
  if (md5.value === 'verified') {
    return ok({ level: 2, isEtagMd5: await isEtagMd5(probe), ...NO_FORMS });
  }
  const plain = await tryPut(probe, 3);
  if (!plain.ok) return plain;
  return plain.value === 'refused'
    ? err({ code: 'store_refused', diagnosis: 'presigned_put_refused' })
    : ok({ level: 3, isEtagMd5: false, ...NO_FORMS });
}

const NO_FORMS = { takesForms: false, takesBundles: false } as const;

type Outcome = 'verified' | 'ignored' | 'refused';

async function tryPut(probe: Probe, integrity: IntegrityLevel): Promise<Result<Outcome, StoreFailure>> {
  const key = probeKey(probe);
  const signer = { ...probe, integrity };
  const calls = s3Calls({ ...probe, integrity, isEtagMd5: false });
  const signed = signPut(signer, probeFile(probe, key));
  const wrong = integrity === 3 ? ok(false) : await send(signed, WRONG);
  if (!wrong.ok) return wrong;
  const right = await send(signed, RIGHT);
  if (!right.ok) return right;
  const head = right.value ? await calls.head(key) : ok(undefined);
  if (!head.ok) return head;
  const removed = await calls.remove(key);
  if (!removed.ok) return removed;
  if (!right.value) return ok('refused');
  const isTold = integrity !== 1 || head.value?.sha256 === digestOf(RIGHT).sha256;
  return ok(!wrong.value && isTold ? 'verified' : 'ignored');
}

async function tryParts(probe: Probe): Promise<Result<boolean, StoreFailure>> {
  const key = probeKey(probe);
  const calls = s3Calls({ ...probe, integrity: 1, isEtagMd5: false });
  const { mediaType, metadata } = probeFile(probe, key);
  const created = await calls.createMultipart({ key, mediaType, metadata });
  if (!created.ok) return created.error.code === 'store_unavailable' ? created : ok(false);
  const { providerUploadId } = created.value;
  const part = digestOf(RIGHT);
  const signed = signPart({ ...probe, integrity: 1 }, { key, providerUploadId, number: 1, part });
  const received = await receivePart(calls, { key, providerUploadId, signed });
  if (!received.ok || received.value === undefined) {
    await calls.abortMultipart({ key, providerUploadId });
    return received.ok ? ok(false) : received;
  }
  const stored = received.value;
  const parts = [{ number: 1, etag: stored.etag, sha256: part.sha256 }];
  const completed = await calls.completeMultipart({ key, providerUploadId, parts });
  const head = await calls.head(key);
  await calls.remove(key);
  if (!head.ok) return head;
  if (!completed.ok) return completed.error.code === 'store_unavailable' ? completed : ok(false);
  const composite = createHash('sha256').update(Buffer.from(part.sha256, 'base64')).digest('base64');
  return ok(stored.sha256 === part.sha256 && head.value?.sha256?.replace(/-1$/, '') === composite);
}

async function receivePart(
  calls: ReturnType<typeof s3Calls>,
  part: { readonly key: string; readonly providerUploadId: string; readonly signed: SignedRequest },
): Promise<Result<StoredPart | undefined, StoreFailure>> {
  const wrong = await send(part.signed, WRONG);
  if (!wrong.ok) return wrong;
  const right = await send(part.signed, RIGHT);
  if (!right.ok) return right;
  const listed = await calls.listParts(part);
  if (!listed.ok) return listed;
  return ok(wrong.value || !right.value ? undefined : listed.value?.[0]);
}

async function isEtagMd5(probe: Probe): Promise<boolean> {
  const key = probeKey(probe);
  const part = digestOf(RIGHT);
  const calls = s3Calls({ ...probe, integrity: 2, isEtagMd5: true });
  const signed = signPut({ ...probe, integrity: 2 }, probeFile(probe, key));
  const sent = await send(signed, RIGHT);
  const head = await calls.head(key);
  await calls.remove(key);
  return sent.ok && head.ok && head.value?.md5 === part.md5;
}

/** False if the store reported a wrong checksum. Any other refusal is a failure. */
async function send(signed: SignedRequest, bytes: Buffer): Promise<Result<boolean, StoreFailure>> {
  try {
    const answer = await fetch(signed.url, {
      method: 'PUT',
      headers: signed.headers,
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(20 * SECOND_MS),
    });
    const text = (await answer.text()).slice(0, 4_096);
    if (answer.ok) return ok(true);
    if (answer.status !== 401 && answer.status !== 403 && answer.status < 500) return ok(false);
    return err(failureOfAnswer(answer.status, /<Code>([^<]{1,64})<\/Code>/.exec(text)?.[1] ?? ''));
  } catch (error) {
    return err(storeFailureOf(error));
  }
}
