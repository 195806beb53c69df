// The time of a rejection must not reveal whether a key id exists. The test counts hashes, comparisons and
// header reads.
import type * as nodeCrypto from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';

const { work, counted } = vi.hoisted(() => {
  const steps = { steps: 0 };
  return {
    work: steps,
    counted:
      <Args extends readonly never[], Value>(run: (...args: Args) => Value) =>
      (...args: Args): Value => {
        steps.steps += 1;
        return run(...args);
      },
  };
});

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof nodeCrypto>();
  return {
    ...crypto,
    createHmac: counted(crypto.createHmac),
    hash: counted(crypto.hash),
    timingSafeEqual: counted(crypto.timingSafeEqual),
  };
});

const { openDirectStore } = await import('../testing/direct-store.world.ts');
const { authorizeForm } = await import('../form/authorize-form.ts');
const { DEFAULT_LIMITS } = await import('../limits.ts');

let store: Awaited<ReturnType<typeof openDirectStore>> | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

const KNOWN = { accessKeyId: 'AKTESTTESTTEST', secretAccessKey: 'a secret of the tests, not of anyone' };

const NOW = new Date('2026-01-01T00:00:00Z');

test('a signature in a header is computed for unknown key ids too', async () => {
  const opened = await openDirectStore({ clock: { now: () => NOW } });
  store = opened;
  const stepsFor = async (accessKeyId: string, code: string): Promise<number> => {
    const headers = new Proxy(
      {
        host: 'store',
        'x-amz-date': '20260101T000000Z',
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/eu-central-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=${'0'.repeat(64)}`,
      },
      {
        get: (target, name, receiver): unknown => {
          work.steps += 1;
          return Reflect.get(target, name, receiver);
        },
      },
    );
    const request = {
      method: 'GET',
      rawPath: '/files/a',
      rawQuery: '',
      headers,
      body: (async function* () {})(),
    };
    work.steps = 0;
    const answer = await opened.store.handle(request);
    expect(answer.body).toContain(code);
    return work.steps;
  };
  await stepsFor(KNOWN.accessKeyId, 'SignatureDoesNotMatch');
  await stepsFor('AKSTRANGER', 'InvalidAccessKeyId');
  const known = await stepsFor(KNOWN.accessKeyId, 'SignatureDoesNotMatch');
  expect(await stepsFor('AKSTRANGER', 'InvalidAccessKeyId')).toBe(known);
});

test('the signature of a form is computed for unknown key ids too', () => {
  const stepsFor = (accessKeyId: string, code: string): number => {
    const fields = new Map([
      ['policy', 'e30='],
      ['x-amz-algorithm', 'AWS4-HMAC-SHA256'],
      ['x-amz-credential', `${accessKeyId}/20260101/eu-central-1/s3/aws4_request`],
      ['x-amz-date', '20260101T000000Z'],
      ['x-amz-signature', '0'.repeat(64)],
    ]);
    work.steps = 0;
    const region = 'eu-central-1';
    const options = { credentials: [KNOWN], region, limits: DEFAULT_LIMITS, nowMs: NOW.getTime() };
    expect(authorizeForm(fields, options)).toMatchObject({ error: { code } });
    return work.steps;
  };
  stepsFor(KNOWN.accessKeyId, 'SignatureDoesNotMatch');
  stepsFor('AKSTRANGER', 'InvalidAccessKeyId');
  const known = stepsFor(KNOWN.accessKeyId, 'SignatureDoesNotMatch');
  expect(known).toBeGreaterThan(1);
  expect(stepsFor('AKSTRANGER', 'InvalidAccessKeyId')).toBe(known);
});
