import { manualClock } from '@coffer/testing';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import type { SignedReceipt } from './blobs.ts';
import { digestOf } from './digest.ts';
import { readReceipt, signBundle } from './s3-bundle.ts';
import { type ReceiptOptions, receiptOf as handmade } from './store-receipt.contract.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const clock = manualClock(AT);
const signer = {
  access: {
    endpoint: 'https://store.example',
    region: 'eu-west-1',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: SECRET,
    forcePathStyle: true,
  },
  bucket: 'files',
  integrity: 1 as const,
  clock,
};
const fileOf = (key: string, text: string) => ({
  key,
  part: digestOf(Buffer.from(text)),
  mediaType: 'text/plain',
  metadata: {
    spaceId: 'space',
    nodeId: `node of ${key}`,
    versionId: 'version',
    parentId: 'parent',
    name: `Grüße ${key}`,
    authorId: 'author',
    at: AT,
  },
});

test('a bundle lists each of its files in the policy, and expires like a form', () => {
  clock.set(AT);
  const signed = signBundle(signer, [fileOf('a', 'one'), fileOf('b', 'three')]);
  expect(signed.url).toBe('https://store.example/files');
  expect(signed.expiresAt).toEqual(new Date(AT.getTime() + 15 * MINUTE_MS));
  const fields = new Map(signed.fields);
  expect([...fields.keys()]).toEqual([
    'x-amz-algorithm',
    'x-amz-credential',
    'x-amz-date',
    'policy',
    'x-amz-signature',
  ]);
  const policy: unknown = JSON.parse(Buffer.from(fields.get('policy') ?? '', 'base64').toString('utf8'));
  const common = { space: 'space', version: 'version', parent: 'parent', author: 'author' };
  expect(policy).toEqual({
    expiration: '2026-03-04T05:21:07.890Z',
    conditions: [
      { bucket: 'files' },
      { 'x-amz-algorithm': 'AWS4-HMAC-SHA256' },
      { 'x-amz-credential': 'AKIDEXAMPLE/20260304/eu-west-1/s3/aws4_request' },
      { 'x-amz-date': '20260304T050607Z' },
    ],
    metadata: { ...common, at: AT.toISOString() },
    files: [
      {
        key: 'a',
        size: 3,
        sha256: digestOf(Buffer.from('one')).sha256,
        'content-type': 'text/plain',
        metadata: { node: 'node of a', name: 'Gr%C3%BC%C3%9Fe%20a' },
      },
      {
        key: 'b',
        size: 5,
        sha256: digestOf(Buffer.from('three')).sha256,
        'content-type': 'text/plain',
        metadata: { node: 'node of b', name: 'Gr%C3%BC%C3%9Fe%20b' },
      },
    ],
  });
  expect(JSON.stringify(fields)).not.toContain(SECRET);
});

const SAID = {
  bucket: 'files',
  at: '20260304T050607Z',
  region: 'eu-west-1',
  accessKeyId: 'AKIDEXAMPLE',
  files: [{ key: 'a', size: 3, sha256: digestOf(Buffer.from('one')).sha256, etag: '"e"' }],
};

const receiptOf = (said: unknown, options: Partial<ReceiptOptions> = {}): SignedReceipt =>
  handmade(said, { secret: SECRET, region: 'eu-west-1', day: '20260304', ...options });

test('a receipt of the store is accepted for a day, by either clock', () => {
  const received = [{ key: 'a', sizeBytes: 3, sha256: SAID.files[0]?.sha256, etag: '"e"' }];
  const atMs = Date.parse('2026-03-04T05:06:07.000Z');
  const receipt = receiptOf(SAID);
  for (const ageMs of [0, DAY_MS / 2, DAY_MS, -15 * MINUTE_MS]) {
    clock.set(new Date(atMs + ageMs));
    expect(readReceipt(signer, receipt), `${ageMs} ms old`).toEqual(received);
  }
  for (const ageMs of [DAY_MS + 1, 2 * DAY_MS, -15 * MINUTE_MS - 1]) {
    clock.set(new Date(atMs + ageMs));
    expect(readReceipt(signer, receipt), `${ageMs} ms old`).toBeUndefined();
  }
  clock.set(new Date('2026-03-05T00:00:01.000Z'));
  const late = { ...SAID, at: '20260304T235959Z' };
  expect(readReceipt(signer, receiptOf(late))).toEqual(received);
  const early = { ...SAID, at: '20260305T000100Z' };
  clock.set(new Date('2026-03-04T23:59:59.000Z'));
  expect(readReceipt(signer, receiptOf(early, { day: '20260305' }))).toEqual(received);
});

test('any other receipt is rejected', () => {
  clock.set(AT);
  const good = receiptOf(SAID);
  expect(readReceipt(signer, good)).toBeDefined();
  const lies = {
    'another text': { ...good, receipt: good.receipt.replace('"size":3', '"size":4') },
    'a space more': { ...good, receipt: `${good.receipt} ` },
    'another signature': { ...good, signature: good.signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) },
    'no signature': { ...good, signature: '' },
    'half a signature': { ...good, signature: good.signature.slice(0, 32) },
    'no hex': { ...good, signature: 'z'.repeat(64) },
    'more behind the signature': { ...good, signature: `${good.signature}zz` },
    'a digit more': { ...good, signature: `${good.signature}0` },
    'a line more': { ...good, signature: `${good.signature}\n` },
    'capital letters': { ...good, signature: good.signature.toUpperCase() },
    'another secret': receiptOf(SAID, { secret: 'another' }),
    'the key of requests': receiptOf(SAID, { label: '' }),
    'another bucket': receiptOf({ ...SAID, bucket: 'others' }),
    'another region': receiptOf({ ...SAID, region: 'eu-west-2' }),
    'another key pair': receiptOf({ ...SAID, accessKeyId: 'AKIDOTHER' }),
    'no date': receiptOf({ ...SAID, at: 'now' }),
    'no such day': receiptOf({ ...SAID, at: '20261399T999999Z' }),
    'no JSON': receiptOf('{"bucket":'),
    'other JSON': receiptOf('[]'),
    'a size below zero': receiptOf({ ...SAID, files: [{ ...SAID.files[0], size: -1 }] }),
    'no checksum': receiptOf({ ...SAID, files: [{ ...SAID.files[0], sha256: '' }] }),
  };
  const believed = Object.entries(lies).filter(([, lie]) => readReceipt(signer, lie) !== undefined);
  expect(believed.map(([name]) => name)).toEqual([]);
});

test('the signature of a form does not sign a receipt', () => {
  clock.set(AT);
  // A form's signature must not be usable as that of a receipt.
  const fields = new Map(signBundle(signer, [fileOf('a', 'one')]).fields);
  const form = { receipt: fields.get('policy') ?? '', signature: fields.get('x-amz-signature') ?? '' };
  expect(readReceipt(signer, form)).toBeUndefined();
});
