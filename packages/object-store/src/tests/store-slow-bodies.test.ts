import type { FileHandle } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { KIB, MIB } from '@coffer/kit';
import { afterEach, expect, test } from 'vitest';
import { BUCKET, bytes, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';
import { bundleBody, bundleFields, policyFile } from '../testing/signed-bundle.world.ts';
import {
  FILE,
  FORM_DELIMITER,
  FORM_TYPE,
  formBody,
  formSender,
  signedFields,
} from '../testing/signed-form.world.ts';
import { ask, Strangers } from '../testing/strangers.world.ts';

const PACE = { bodyBytesPerSecondMin: 1000, bodyWindowMs: 600 };

let store: LiveStore;
let clients: Strangers;
afterEach(async () => {
  clients.leave();
  await store.close();
});

async function start(options: Parameters<typeof startLiveStore>[0] = {}): Promise<void> {
  store = await startLiveStore({ limits: PACE, ...options });
  clients = new Strangers(store.port);
}

function request(url: string, method: string, headers: Readonly<Record<string, string | number>>): Buffer {
  const { pathname, search, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

const file = bytes(200 * KIB);
const UNENDING = Buffer.from(
  `${FORM_DELIMITER.slice(2)}\r\nContent-Disposition: form-data; name="policy"\r\n\r\n${'A'.repeat(10_000)}`,
);
const BODIES: readonly (readonly [
  string,
  () => Promise<{ readonly head: Buffer; readonly body: Buffer }>,
])[] = [
  ['a short PUT', () => put(file)],
  ['a long PUT', () => put(bytes(3 * MIB))],
  ['a form', async () => form(formBody(signedFields('slow'), { bytes: file }))],
  ['a form, in its fields', async () => form(UNENDING)],
  ['a bundle', async () => form(bundleBody(bundleFields([policyFile('slow', file)]), [file]))],
];

async function put(body: Buffer): Promise<{ readonly head: Buffer; readonly body: Buffer }> {
  const url = await store.presign(new PutObjectCommand({ Bucket: BUCKET, Key: 'slow' }));
  return { head: request(url, 'PUT', { 'Content-Length': body.length }), body };
}

function form(body: Buffer): { readonly head: Buffer; readonly body: Buffer } {
  const headers = { 'Content-Type': FORM_TYPE, 'Content-Length': body.length };
  return { head: request(`${store.url}/${BUCKET}`, 'POST', headers), body };
}

test.each(BODIES)(
  '%s that stalls or is too slow gets RequestTimeout, and nothing is stored',
  async (_, make) => {
    await start();
    const { head, body } = await make();
    const first = Buffer.concat([head, body.subarray(0, Math.floor(body.length / 2))]);
    await clients.come(1, { first, returns: false });
    await clients.come(1, { first, repeats: 'A', everyMs: 50, returns: false });
    await expect.poll(() => clients.answers, { timeout: 60_000 }).toHaveLength(2);
    for (const answer of clients.answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      expect(answer).toContain('<Code>RequestTimeout</Code>');
    }
    const { contentOf } = formSender(() => store);
    expect(await contentOf('slow')).toBeUndefined();
    await expect.poll(async () => (await store.blobs()).length).toBe(0);
  },
  60_000,
);

test('a sender at the minimum rate may take any time', async () => {
  await start();
  const body = formBody(signedFields('steady'), { bytes: bytes(12 * KIB) });
  const { head } = form(body);
  const say = await clients.one({ first: Buffer.concat([head, body.subarray(0, 500)]), returns: false });
  // Four times the minimum rate, as tolerance for busy machines.
  for (let at = 500; at < body.length; at += 400) {
    await sleep(100);
    say(body.subarray(at, at + 400));
  }
  const { contentOf } = formSender(() => store);
  await expect.poll(async () => (await contentOf('steady'))?.length, { timeout: 60_000 }).toBe(12 * KIB);
  expect(clients.answers).toEqual([]);
}, 600_000);

test('an unread response frees its slot, and one that is read slowly arrives', async () => {
  await start({ limits: { ...PACE, requestsMax: 1 } });
  // Larger than any socket buffer.
  const whole = bytes(24 * MIB);
  await store.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'large', Body: whole }));
  const url = await store.presign(new GetObjectCommand({ Bucket: BUCKET, Key: 'large' }));
  const idle = await fetch(url);
  expect(idle.status).toBe(200);
  const { status } = await fetch(url);
  expect(status).toBe(503);
  const slow = await firstAdmitted(url);
  let received = 0;
  let pauses = 0;
  for await (const piece of slow.body ?? []) {
    received += piece.length;
    if (received <= pauses * 2 * MIB) continue;
    pauses += 1;
    await sleep(PACE.bodyWindowMs / 2);
  }
  expect(pauses).toBe(12);
  expect(received).toBe(whole.length);
  await expect(idle.arrayBuffer()).rejects.toThrow('terminated');
}, 600_000);

test('a response that waits behind another on its connection does not count as slow', async () => {
  await start();
  const whole = bytes(24 * MIB);
  await store.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'large', Body: whole }));
  const url = await store.presign(new GetObjectCommand({ Bucket: BUCKET, Key: 'large' }));
  const socket = connect(store.port, '127.0.0.1');
  socket.write(Buffer.concat([request(url, 'GET', {}), request(url, 'GET', { Connection: 'close' })]));
  let received = 0;
  let pauses = 0;
  for await (const piece of socket) {
    received += (piece as Buffer).length;
    if (received <= pauses * 2 * MIB) continue;
    pauses += 1;
    await sleep(PACE.bodyWindowMs / 2);
  }
  expect(received).toBeGreaterThan(2 * whole.length);
}, 600_000);

async function firstAdmitted(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url);
    if (answer.status === 200) return answer;
    await answer.body?.cancel();
    await sleep(100);
  }
}

test('a slow disk of the store does not count against the client', async () => {
  let left = 0;
  const slowly = async (handle: FileHandle): Promise<void> => {
    left -= 1;
    if (left >= 0) await sleep(4 * PACE.bodyWindowMs);
    await handle.datasync();
  };
  await start({ syncData: slowly });
  left = 3;
  // More than is received before the first files are durable.
  const files = Array.from({ length: 96 }, (_, i) => bytes(60 * KIB, i));
  const body = bundleBody(bundleFields(files.map((each, i) => policyFile(`slowly/${i}`, each))), files);
  const answer = await fetch(`${store.url}/${BUCKET}`, {
    method: 'POST',
    body,
    headers: { 'content-type': FORM_TYPE },
  });
  expect(answer.status).toBe(200);
  expect(left).toBeLessThan(0);
}, 600_000);

// Only Linux lets a client use any loopback address.
test.skipIf(process.platform !== 'linux')(
  'many slow repeated requests leave slots for other addresses, and for the holder of the secret',
  async () => {
    await start({ limits: { requestsMax: 8 } });
    const { head, body } = await put(file);
    const first = Buffer.concat([head, body.subarray(0, -1)]);
    await clients.come(20, { first, returns: false });
    const url = await store.presign(new PutObjectCommand({ Bucket: BUCKET, Key: 'other' }));
    const askFrom = async (localAddress: string) =>
      (await ask(url, { method: 'PUT', body: FILE.bytes, localAddress })).status;
    await expect.poll(async () => askFrom('127.0.0.1'), { timeout: 60_000 }).toBe(503);
    expect(await askFrom('127.0.0.3')).toBe(200);
    const kept = await store.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'other' }));
    expect(await kept.Body?.transformToString()).toBe(String(FILE.bytes));
  },
  60_000,
);
