import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, CREDENTIAL, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';
import {
  bundleBody,
  bundleFields,
  type BundleOptions,
  type PolicyFile,
  policyFile,
  receiptSignature,
} from '../testing/signed-bundle.world.ts';
import { FORM_TYPE, formSender } from '../testing/signed-form.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({
    credentials: [
      CREDENTIAL,
      { accessKeyId: 'READER', secretAccessKey: 'reads only', access: 'read' },
      { accessKeyId: 'ELSEWHERE', secretAccessKey: 'another bucket', buckets: ['other'] },
    ],
  });
});
afterAll(() => store.close());

const { send, contentOf } = formSender(() => store);

const FILES = [bytes(5000, 1), bytes(70_000, 2), bytes(10, 3), bytes(4096, 4)];
const named = (folder: string): PolicyFile[] => FILES.map((file, i) => policyFile(`${folder}/${i}`, file));

async function said(answer: Response): Promise<string> {
  const text = await answer.text();
  const [, code] = /<Code>(\w+)</.exec(text) ?? [];
  const [, file] = /<File>(\d+)</.exec(text) ?? [];
  return [answer.status, code, file].filter((each) => each !== undefined).join(' ');
}

async function sayTo(
  policy: readonly unknown[],
  files: readonly Uint8Array[] = FILES,
  options: BundleOptions = {},
): Promise<string> {
  return said(await send(bundleBody(bundleFields(policy, options), files)));
}

const stored = async (folder: string): Promise<string> => {
  const found = await Promise.all(
    FILES.map(async (_, i) => (await contentOf(`${folder}/${i}`)) !== undefined),
  );
  return found.map((isThere) => (isThere ? 'x' : '-')).join('');
};

test.each([
  {
    name: 'wrong bytes',
    at: 2,
    change: (file: Buffer) => Buffer.alloc(file.length),
    answer: '400 BadDigest 2',
  },
  {
    name: 'a byte too many',
    at: 2,
    change: (file: Buffer) => Buffer.concat([file, Buffer.of(0)]),
    answer: '400 EntityTooLarge 2',
  },
  {
    name: 'a byte too few',
    at: 2,
    change: (file: Buffer) => file.subarray(1),
    answer: '400 EntityTooSmall 2',
  },
  { name: 'no byte', at: 2, change: () => Buffer.alloc(0), answer: '400 EntityTooSmall 2' },
  {
    name: 'a last one too long',
    at: 3,
    change: (file: Buffer) => Buffer.concat([file, file]),
    answer: '400 EntityTooLarge 3',
  },
  {
    name: 'a last one too short',
    at: 3,
    change: (file: Buffer) => file.subarray(0, 4000),
    answer: '400 EntityTooSmall 3',
  },
  {
    name: 'wrong bytes of a large one',
    at: 1,
    change: (file: Buffer) => Buffer.alloc(file.length),
    answer: '400 BadDigest 1',
  },
  {
    name: 'a large one too long',
    at: 1,
    change: (file: Buffer) => Buffer.concat([file, file]),
    answer: '400 EntityTooLarge 1',
  },
  {
    name: 'a large one too short',
    at: 1,
    change: (file: Buffer) => file.subarray(1000),
    answer: '400 EntityTooSmall 1',
  },
])('$name: earlier files are stored, it and later ones are not', async ({ name, at, change, answer }) => {
  const before = (await store.blobs()).length;
  const files = FILES.map((file, i) => (i === at ? change(file) : file));
  expect(await sayTo(named(name), files)).toBe(answer);
  expect(await stored(name)).toBe(`${'x'.repeat(at)}${'-'.repeat(FILES.length - at)}`);
  expect((await store.blobs()).length).toBe(before + (at > 1 ? 1 : 0));
});

test('a wrong number of files is distinguished from wrong files', async () => {
  expect(await sayTo(named('few'), FILES.slice(0, 3))).toBe('400 InvalidArgument 3');
  expect(await stored('few')).toBe('xxx-');
  expect(await sayTo(named('none'), [])).toBe('400 InvalidArgument');
  expect(await sayTo(named('many'), [...FILES, bytes(1)])).toBe('400 InvalidArgument 4');
  expect(await stored('many')).toBe('xxxx');
  expect(await sayTo(named('order'), FILES.toReversed())).toBe('400 EntityTooSmall 0');
  expect(await stored('order')).toBe('----');
});

const [FIRST = policyFile('x', bytes(1))] = named('policy');

test.each([
  ['twice the same key', [FIRST, { ...FIRST, size: 1 }], '400 InvalidPolicyDocument 1'],
  ['no file', [], '400 InvalidPolicyDocument'],
  [
    'more than a thousand',
    Array.from({ length: 1001 }, (_, i) => ({ ...FIRST, key: `${i}` })),
    '400 InvalidPolicyDocument',
  ],
  ['a file without a key', [{ size: 1, sha256: FIRST.sha256 }], '400 InvalidPolicyDocument'],
  ['an empty key', [{ ...FIRST, key: '' }], '400 InvalidPolicyDocument'],
  ['a key that is too long', [{ ...FIRST, key: 'ü'.repeat(513) }], '400 KeyTooLongError 0'],
  ['no SHA-256', [{ key: 'x', size: 1 }], '400 InvalidPolicyDocument'],
  ['a SHA-256 in hex', [{ ...FIRST, sha256: 'ab'.repeat(32) }], '400 InvalidPolicyDocument'],
  ['a SHA-256 with stray bits', [{ ...FIRST, sha256: `${'A'.repeat(42)}B=` }], '400 InvalidPolicyDocument'],
  ['a size below zero', [{ ...FIRST, size: -1 }], '400 InvalidPolicyDocument'],
  ['a size that is text', [{ ...FIRST, size: '5000' }], '400 InvalidPolicyDocument'],
  ['a size beyond what is taken', [{ ...FIRST, size: 6 * 2 ** 30 }], '400 EntityTooLarge 0'],
  ['what is not known here', [{ ...FIRST, acl: 'public-read' }], '400 InvalidPolicyDocument'],
  ['a type that splits a header', [{ ...FIRST, 'content-type': 'a\r\nb: c' }], '400 InvalidPolicyDocument 0'],
  ['metadata that is no header', [{ ...FIRST, metadata: { 'a b': 'c' } }], '400 InvalidPolicyDocument'],
  ['too much metadata', [{ ...FIRST, metadata: { a: 'x'.repeat(2049) } }], '400 MetadataTooLarge 0'],
])('a policy with %s stores nothing', async (_name, policy, answer) => {
  expect(await sayTo(policy)).toBe(answer);
  expect(await contentOf(FIRST.key)).toBeUndefined();
});

test('contradicting members are rejected', async () => {
  const range = { conditions: [{ bucket: BUCKET }, ['content-length-range', 0, 10]] };
  expect(await sayTo(named('range'), FILES, { members: range })).toBe('400 InvalidPolicyDocument');
  const bare = { files: undefined, metadata: { a: 'b' } };
  expect(await sayTo(named('bare'), FILES, { members: bare })).toBe('400 InvalidPolicyDocument');
  const key = { conditions: [{ bucket: BUCKET }, ['starts-with', '$key', '']] };
  expect(await sayTo(named('key'), FILES, { members: key })).toBe('403 AccessDenied');
});

test('a bundle requires write permission', async () => {
  const denied = { ...CREDENTIAL, accessKeyId: 'READER', secretAccessKey: 'reads only' };
  expect(await sayTo(named('right'), FILES, denied)).toBe('403 AccessDenied');
  const elsewhere = { accessKeyId: 'ELSEWHERE', secretAccessKey: 'another bucket' };
  expect(await sayTo(named('right'), FILES, elsewhere)).toBe('403 AccessDenied');
  expect(await sayTo(named('right'), FILES, { secretAccessKey: 'not it' })).toBe('403 SignatureDoesNotMatch');
  expect(await sayTo(named('right'), FILES, { expiresInMs: -1000 })).toBe('403 AccessDenied');
  expect(await sayTo(named('right'), FILES, { bucket: 'other' })).toBe('403 AccessDenied');
  const body = bundleBody(bundleFields(named('right'), { bucket: 'missing' }), FILES);
  expect(await said(await send(body, {}, '/missing'))).toBe('404 NoSuchBucket');
  expect(await stored('right')).toBe('----');
});

test('a bundle form has no fields about its files except the policy', async () => {
  for (const extra of ['key', 'Content-Type', 'success_action_status']) {
    const members = {
      conditions: [
        { bucket: BUCKET },
        ...['$x-amz-algorithm', '$x-amz-credential', '$x-amz-date', `$${extra}`].map((name) => [
          'starts-with',
          name,
          '',
        ]),
      ],
    };
    const fields = [...bundleFields(named('extra'), { members }), [extra, 'x'] as const];
    expect(await said(await send(bundleBody(fields, FILES)))).toBe('400 InvalidArgument');
  }
  const ignored = [...bundleFields(named('extra')), ['x-ignore-me', 'x'] as const];
  expect((await send(bundleBody(ignored, FILES))).status).toBe(200);
  const other = bundleBody(bundleFields(named('field')), FILES).toString('latin1');
  const at = other.lastIndexOf('name="file"');
  const renamed = Buffer.from(`${other.slice(0, at)}name="felt"${other.slice(at + 11)}`, 'latin1');
  expect(await said(await send(renamed))).toBe('400 MalformedPOSTRequest 3');
  expect(await stored('field')).toBe('xxx-');
});

test('only the policy of a bundle may be long', async () => {
  const policy = Array.from({ length: 1000 }, (_, i) => ({
    ...policyFile(`long/${i}`, FILES[2] ?? bytes(1)),
    metadata: { note: 'n'.repeat(150) },
  }));
  const all = policy.map(() => FILES[2] ?? bytes(1));
  expect((await send(bundleBody(bundleFields(policy), all))).status).toBe(200);
  expect(await contentOf('long/999')).toEqual(FILES[2]);
  const longer = policy.map((file, i) => ({
    ...file,
    key: `longer/${i}`,
    metadata: { note: 'n'.repeat(300) },
  }));
  expect(await sayTo(longer, all)).toBe('400 MaxPostPreDataLengthExceededError');
  const plain = {
    files: undefined,
    conditions: [
      { bucket: BUCKET },
      ['starts-with', '$key', ''],
      ['starts-with', '$x-amz-algorithm', ''],
      ['starts-with', '$x-amz-credential', ''],
      ['starts-with', '$x-amz-date', ''],
      ...Array.from({ length: 500 }, () => ['starts-with', '$key', '']),
    ],
  };
  const fields = [
    ['key', 'plain'] as const,
    ...bundleFields([], { members: { ...plain, note: 'n'.repeat(20_000) } }),
  ];
  expect(await said(await send(bundleBody(fields, [bytes(1)])))).toBe(
    '400 MaxPostPreDataLengthExceededError',
  );
  const filler = [['x-ignore-long', 'x'.repeat(21_000)] as const, ...bundleFields(named('filler'))];
  expect(await said(await send(bundleBody(filler, FILES)))).toBe('400 MaxPostPreDataLengthExceededError');
});

test('if a client disconnects, the complete files are stored', async () => {
  const before = (await store.blobs()).length;
  const body = bundleBody(bundleFields(named('gone')), FILES);
  const headers = { 'content-type': FORM_TYPE, 'content-length': body.length };
  const outgoing = httpRequest(`${store.url}/${BUCKET}`, { method: 'POST', headers });
  const gone = new Promise((resolve) => outgoing.on('error', resolve));
  const cut = body.indexOf(FILES[1]?.subarray(0, 100) ?? '') + 60_000;
  outgoing.write(body.subarray(0, cut));
  await expect.poll(async () => (await store.blobs()).length).toBe(before);
  await new Promise((done) => setTimeout(done, 100));
  outgoing.destroy();
  await gone;
  await expect.poll(() => stored('gone')).toBe('x---');
  await expect.poll(async () => (await store.blobs()).length).toBe(before);
});

const filesOf = ({ receipt }: { readonly receipt: string }): unknown =>
  (JSON.parse(receipt) as { files: unknown }).files;

test('the same bundle twice gives the same objects, and other files under its keys replace them', async () => {
  const body = bundleBody(bundleFields(named('twice')), FILES);
  const first = (await (await send(body)).json()) as { receipt: string };
  const again = (await (await send(body)).json()) as { receipt: string };
  expect(filesOf(again)).toEqual(filesOf(first));
  const others = FILES.map((file, i) => bytes(file.length, i + 50));
  const policy = others.map((file, i) => policyFile(`twice/${i}`, file));
  expect((await send(bundleBody(bundleFields(policy), others))).status).toBe(200);
  for (const [i, other] of others.entries())
    expect((await contentOf(`twice/${i}`))?.equals(other)).toBe(true);
  const both = await Promise.all([send(body), send(bundleBody(bundleFields(policy), others))]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stored('twice')).toBe('xxxx');
});

test('curl can send a bundle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-curl-'));
  try {
    const args = bundleFields(named('curl')).flatMap(([name, value]) => [
      '--form-string',
      `${name}=${value}`,
    ]);
    for (const [i, file] of FILES.entries()) {
      writeFileSync(join(folder, String(i)), file);
      args.push('-F', `file=@${join(folder, String(i))}`);
    }
    const { stdout } = await promisify(execFile)('curl', ['-sS', ...args, `${store.url}/${BUCKET}`]);
    const { receipt, signature } = JSON.parse(stdout) as { receipt: string; signature: string };
    expect(signature).toBe(receiptSignature(receipt));
    for (const [i, file] of FILES.entries()) expect((await contentOf(`curl/${i}`))?.equals(file)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('none of these requests caused an error of the store', () => {
  expect(store.log.filter((entry) => entry.level === 'error')).toEqual([]);
});
