// Forms so long that only bundles are: strangers can have the store hold a few of them and no more, and bundles that are signed are not among them.
import { type ClientRequest, request as httpRequest } from 'node:http';
import { defined } from '@coffer/kit';
import { afterEach, expect, test } from 'vitest';
import { BUCKET, bytes, codeOf, type LiveStore, startLiveStore } from './live-store.contract.ts';
import { bundleBody, bundleFields, policyFile } from './signed-bundle.contract.ts';
import {
  FILE,
  FORM_DELIMITER,
  FORM_TYPE,
  formBody,
  formSender,
  signedFields,
} from './signed-form.contract.ts';

const LONG_FORMS = 3;
let store: LiveStore;
const { send } = formSender(() => store);
const open: ClientRequest[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await store.close();
});

const files = Array.from({ length: 300 }, (_, i) => bytes(20, i));
const bundle = (name: string): Buffer =>
  bundleBody(bundleFields(files.map((file, i) => policyFile(`${name}/${i}`, file))), files);

/** Sends the beginning of a form and no more. */
async function begin(part: Buffer, whole = 1_000_000): Promise<ClientRequest> {
  const headers = { 'content-type': FORM_TYPE, 'content-length': String(whole) };
  const request = httpRequest(`${store.url}/${BUCKET}`, { method: 'POST', headers });
  request.on('error', () => undefined);
  open.push(request);
  await new Promise<void>((resolve) => request.write(part, () => resolve()));
  return request;
}

const policyOf = (length: number): Buffer =>
  Buffer.from(
    `${FORM_DELIMITER.slice(2)}\r\nContent-Disposition: form-data; name="policy"\r\n\r\n${'A'.repeat(length)}`,
  );

test('only a few long forms are held whose signature has not come, and the others are told to wait', async () => {
  store = await startLiveStore({ limits: { longFormsMax: LONG_FORMS } });
  // Short ones are not counted.
  for (let i = 0; i < 20; i += 1) await begin(policyOf(10_000));
  expect((await send(bundle('before'))).status).toBe(200);
  for (let i = 0; i < LONG_FORMS; i += 1) await begin(policyOf(100_000));
  let answer = await send(bundle('meanwhile'));
  // What they sent comes when it comes.
  await expect
    .poll(async () => {
      answer = await send(bundle('meanwhile'));
      return answer.status;
    })
    .toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await codeOf(answer)).toBe('SlowDown');
  expect((await send(formBody(signedFields('short'), FILE))).status).toBe(204);
  defined(open.at(-1), 'the last of them').destroy();
  await expect.poll(async () => (await send(bundle('after'))).status, { timeout: 8000 }).toBe(200);
}, 30_000);

test('what ends in a refusal, and what is signed and still comes, holds nobody up', async () => {
  store = await startLiveStore({ limits: { longFormsMax: LONG_FORMS } });
  const forged = bundleFields(
    files.map((file, i) => policyFile(`forged/${i}`, file)),
    { secretAccessKey: 'another' },
  );
  for (let i = 0; i < LONG_FORMS + 2; i += 1) {
    expect(await codeOf(await send(bundleBody(forged, files)))).toBe('SignatureDoesNotMatch');
    expect(
      (await send(Buffer.concat([policyOf(600_000), Buffer.from(`${FORM_DELIMITER}--\r\n`)]))).status,
    ).toBe(400);
  }
  const whole = bundle('slow');
  const last = whole.lastIndexOf(FORM_DELIMITER, whole.length - 100);
  for (let i = 0; i < LONG_FORMS + 2; i += 1) await begin(whole.subarray(0, last), whole.length);
  const { contentOf } = formSender(() => store);
  await expect.poll(async () => (await contentOf('slow/0'))?.length, { timeout: 8000 }).toBe(20);
  expect((await send(bundle('beside'))).status).toBe(200);
}, 30_000);
