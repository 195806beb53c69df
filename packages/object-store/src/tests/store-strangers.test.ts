import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { KIB } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { afterEach, expect, test } from 'vitest';
import { BUCKET, bytes, CREDENTIAL, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';
import { bundleBody, bundleFields, policyFile } from '../testing/signed-bundle.world.ts';
import {
  FILE,
  FORM_DELIMITER,
  FORM_TYPE,
  formBody,
  signedFields,
  without,
} from '../testing/signed-form.world.ts';
import { ask, type Habit, Strangers } from '../testing/strangers.world.ts';

const CROWD = sized({ gate: 80, campaign: 200 });
const BUNDLES = 10;

let store: LiveStore;
let strangers: Strangers;
afterEach(async () => {
  strangers.leave();
  await store.close();
});

async function start(limits: Parameters<typeof startLiveStore>[0] = {}): Promise<void> {
  store = await startLiveStore(limits);
  strangers = new Strangers(store.port);
}

/** Enough files that the policy is longer than the fields of any other form. */
const files = Array.from({ length: 300 }, (_, i) => bytes(KIB, i));
const bundle = (name: string): Buffer =>
  bundleBody(bundleFields(files.map((file, i) => policyFile(`${name}/${i}`, file))), files);
const sendForm = async (body: Buffer) =>
  ask(`${store.url}/${BUCKET}`, { method: 'POST', headers: { 'content-type': FORM_TYPE }, body });

const head = (line: string, headers: Readonly<Record<string, string | number>>): string =>
  [line, 'Host: 127.0.0.1', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\r\n',
  );
const formHead = `${head(`POST /${BUCKET} HTTP/1.1`, { 'Content-Type': FORM_TYPE, 'Content-Length': 1_000_000 })}\r\n\r\n`;
const policyOf = (length: number): string =>
  `${FORM_DELIMITER.slice(2)}\r\nContent-Disposition: form-data; name="policy"\r\n\r\n${'A'.repeat(length)}`;
const unsignedForm = (): Buffer =>
  formBody(without(signedFields('stranger'), 'x-amz-signature'), undefined).subarray(0, -4);
const putHead = (more: Readonly<Record<string, string | number>>): string =>
  `${head(`PUT /${BUCKET}/stranger HTTP/1.1`, more)}\r\n\r\n`;
const forged = (): string => {
  const date = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const credential = `${CREDENTIAL.accessKeyId}/${date.slice(0, 8)}/eu-central-1/s3/aws4_request`;
  return putHead({
    'Content-Length': 10_000_000,
    'X-Amz-Date': date,
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    Authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=${'0'.repeat(64)}`,
  });
};

const HABITS: readonly (readonly [string, () => Habit])[] = [
  ['that send nothing', () => ({})],
  [
    'whose headers never end',
    () => ({ first: `GET /${BUCKET} HTTP/1.1\r\nHost: a\r\n`, repeats: 'x-a: b\r\n' }),
  ],
  ['whose form does not begin', () => ({ first: formHead })],
  ['whose short fields never end', () => ({ first: formHead + policyOf(1000), repeats: 'A' })],
  ['whose long fields never end', () => ({ first: formHead + policyOf(40_000), repeats: 'A' })],
  ['whose signature never comes', () => ({ first: Buffer.concat([Buffer.from(formHead), unsignedForm()]) })],
  ['whose form is half closed', () => ({ first: formHead + policyOf(40_000), halfCloses: true })],
  ['who put without a signature', () => ({ first: putHead({ 'Content-Length': 10_000_000 }), repeats: 'A' })],
  ['who put with a forged signature', () => ({ first: forged(), repeats: 'A' })],
  [
    'whose trailers never end',
    () => ({
      first: `${putHead({ 'Transfer-Encoding': 'chunked', Trailer: 'a' })}1\r\nA\r\n0\r\n`,
      repeats: 'a: b\r\n',
    }),
  ],
  ['who ask once and stay', () => ({ first: `${head(`GET /${BUCKET} HTTP/1.1`, {})}\r\n\r\n` })],
  [
    'who ask again and again',
    () => ({ first: '', repeats: `${head(`GET /${BUCKET}/a HTTP/1.1`, {})}\r\n\r\n`.repeat(5) }),
  ],
];

const SCARCE = [
  { requestsMax: 8, connectionsMax: 60, unverifiedFormsMax: 16, unverifiedFormBytesMax: 512 * KIB },
  { requestsMax: 150, connectionsMax: 1000 },
];

test.each(sized({ gate: HABITS.slice(0, 2), campaign: HABITS }))(
  'unauthenticated clients %s, even more than slots, do not block others',
  async (_, habitOf) => {
    for (const limits of SCARCE) {
      await start({ limits });
      const habit = habitOf();
      const object = { Bucket: BUCKET, Key: 'signed' };
      const putUrl = await store.presign(new PutObjectCommand({ ...object, Body: 'x' }));
      const getUrl = await store.presign(new GetObjectCommand(object));
      await strangers.come(CROWD, habit);
      for (let round = 0; round < 3; round += 1) {
        expect((await sendForm(bundle(`round-${round}`))).status).toBe(200);
        expect((await sendForm(formBody(signedFields('alone'), FILE))).status).toBe(204);
        expect((await ask(putUrl, { method: 'PUT', body: Buffer.from('x') })).status).toBe(200);
        expect((await ask(getUrl, { method: 'GET' })).status).toBe(200);
        await strangers.come(20, { ...habit, returns: false });
      }
      expect(store.log.filter((entry) => entry.level === 'error')).toEqual([]);
      strangers.leave();
      await store.close();
    }
  },
  sized({ gate: 60_000, campaign: 600_000 }),
);

test('bundles are stored without delay while many unauthenticated clients send long forms slowly', async () => {
  await start();
  // Half of the policy limit each, so that all of them exceed the store's total.
  await strangers.come(CROWD, { first: formHead + policyOf(250 * KIB), repeats: 'A', everyMs: 50 });
  for (let sent = 0; sent < BUNDLES; sent += 1) {
    expect((await sendForm(bundle(`crowd-${sent}`))).status).toBe(200);
    expect(strangers.count).toBeGreaterThan(CROWD / 2);
  }
}, 600_000);

test('dropped forms get a SlowDown answer, and their connection ends', async () => {
  await start({ limits: { unverifiedFormBytesMax: 300 * KIB } });
  await strangers.come(8, { first: formHead + policyOf(80 * KIB), returns: false });
  await expect.poll(() => strangers.answers.length, { timeout: 60_000 }).toBeGreaterThan(3);
  for (const answer of strangers.answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(answer).toContain('<Code>SlowDown</Code>');
  }
  expect(strangers.count).toBeGreaterThan(0);
}, 600_000);

const bundleInPieces = (name: string, firstBytes: (whole: Buffer) => number) => {
  const whole = bundle(name);
  const headers = { 'Content-Type': FORM_TYPE, 'Content-Length': whole.length, Connection: 'close' };
  const beginning = Buffer.from(`${head(`POST /${BUCKET} HTTP/1.1`, headers)}\r\n\r\n`);
  const at = firstBytes(whole);
  return { first: Buffer.concat([beginning, whole.subarray(0, at)]), rest: whole.subarray(at) };
};
const lastFile = (whole: Buffer): number => whole.lastIndexOf(FORM_DELIMITER, whole.length - 100);
const heard = async (): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await ask(store.url, { method: 'GET' });
};

// Only Linux lets a client use any loopback address.
test.skipIf(process.platform !== 'linux').each([
  ['form', { unverifiedFormsMax: 4 }],
  ['policy', { unverifiedFormBytesMax: 300 * KIB }],
  ['connection', { connectionsMax: 20 }],
])(
  'a slow %s is not dropped while unauthenticated clients at another address displace each other',
  async (_, limits) => {
    await start({ limits });
    const { first, rest } = bundleInPieces('slow', () => 1500);
    const honest = new Strangers(store.port);
    const say = await honest.one({ first, returns: false, localAddress: '127.0.0.3' });
    await heard();
    const pushing = { first: formHead + policyOf(30_000), returns: false, localAddress: '127.0.0.2' };
    await strangers.come(60, pushing);
    await expect.poll(() => strangers.answers.length, { timeout: 60_000 }).toBeGreaterThan(20);
    say(rest);
    await expect.poll(() => honest.answers, { timeout: 60_000 }).toHaveLength(1);
    expect(honest.answers[0]).toMatch(/^HTTP\/1\.1 200 /);
  },
  60_000,
);

test('rejected and already authorized requests neither block others nor free slots', async () => {
  await start({ limits: { unverifiedFormsMax: 3 } });
  const policy = files.map((file, i) => policyFile(`forged/${i}`, file));
  const forgedFields = bundleFields(policy, { secretAccessKey: 'another' });
  for (let i = 0; i < 5; i += 1) {
    expect((await sendForm(bundleBody(forgedFields, files))).text).toContain('SignatureDoesNotMatch');
  }
  const unfinished: (() => void)[] = [];
  for (let i = 0; i < 5; i += 1) {
    const { first, rest } = bundleInPieces(`unfinished-${i}`, lastFile);
    const say = await strangers.one({ first, returns: false });
    unfinished.push(() => say(rest));
    await heard();
  }
  expect((await sendForm(bundle('beside'))).status).toBe(200);
  for (const finish of unfinished) finish();
  await expect.poll(() => strangers.answers, { timeout: 60_000 }).toHaveLength(5);
  for (const answer of strangers.answers) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
}, 600_000);

test('a connection with a running or finished signed request is not closed while unauthenticated clients come and go', async () => {
  await start({ limits: { connectionsMax: 10 } });
  const url = new URL(await store.presign(new PutObjectCommand({ Bucket: BUCKET, Key: 'stays' })));
  const line = `PUT ${url.pathname}${url.search} HTTP/1.1`;
  const lengthy = { 'Content-Length': 4, Host: url.host };
  const whole = `${line}\r\n${Object.entries(lengthy)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  const known = new Strangers(store.port);
  const again = await known.one({ first: `${whole}body`, returns: false });
  const underWay = await known.one({ first: `${whole}bo`, returns: false });
  await heard();
  await strangers.come(50, { returns: false });
  await expect.poll(() => strangers.answers.length, { timeout: 60_000 }).toBeGreaterThan(30);
  underWay(Buffer.from('dy'));
  again(Buffer.from(`${whole}body`));
  await expect.poll(() => known.said.join('').split('HTTP/1.1 200').length - 1, { timeout: 60_000 }).toBe(3);
  expect(known.count).toBe(2);
  known.leave();
}, 600_000);
