import { execFile } from 'node:child_process';
import { createPublicKey, randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import type { Receipt } from '@coffer/contracts';
import { DAY_MS, defined, HOUR_MS, MIB } from '@coffer/kit';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { getReceipt, receiptKeys } from '../../features/storage/receipts.ts';
import { scrub } from '../../features/storage/scrub.ts';
import { startStorageWorld, type StorageWorld } from '../../features/storage/storage.world.ts';
import { uploaded } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { createCipher } from '../../platform/secrets/cipher.ts';

const COFFER = resolve(import.meta.dirname, '..', '..', '..', 'bin', 'coffer.js');
const OPERATIONS = resolve(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'operations.md');
const folder = temporaryFolder('verify');
const server = createServer();
let world: StorageWorld;
let issuer: string;

const at = (name: string): string => join(folder.path, name);
const signing = () => ({
  ...world.services,
  cipher: createCipher(Buffer.alloc(32, 7)),
  config: valueOf(parseConfig({ COFFER_URL: issuer })),
});

beforeAll(async () => {
  world = await startStorageWorld();
  server.on('request', (request, response) => {
    if (request.url !== '/.well-known/coffer-receipts.json') return response.writeHead(404).end();
    return void receiptKeys(signing()).then((keys) => response.end(JSON.stringify(keys)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  writeFileSync(at('keys.json'), JSON.stringify(await receiptKeys(signing())));
}, 600_000);

afterAll(async () => {
  server.close();
  await world[Symbol.asyncDispose]();
  await folder.remove();
});

interface Ran {
  readonly code: number;
  readonly output: string;
}

async function run(program: string, args: readonly string[]): Promise<Ran> {
  return await new Promise((done) => {
    execFile(program, [...args], { cwd: folder.path }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` });
    });
  });
}

const verify = async (...args: readonly string[]): Promise<Ran> =>
  await run(process.execPath, [COFFER, 'verify', ...args]);
const withKey = async (file: string, receipt: string): Promise<Ran> =>
  await verify(at(file), at(receipt), '--key', at('keys.json'));

async function handIn(name: string, bytes: Buffer, isRead = false): Promise<Receipt> {
  const node = await uploaded(world.services, world.owner, { name, bytes });
  if (isRead) {
    // The scrub's budget accrues over the day.
    const { clock } = world.world;
    clock.set(new Date(Math.ceil(Date.now() / DAY_MS + 40) * DAY_MS + 12 * HOUR_MS));
    await scrub(world.services);
    clock.set(new Date());
  }
  const asked = { nodeId: node.id, versionId: undefined };
  const receipt = valueOf(await getReceipt(signing(), world.owner.person, asked));
  writeFileSync(at(name), bytes);
  writeFileSync(at(`${name}.receipt.json`), `${JSON.stringify(receipt, null, 2)}\n`);
  return receipt;
}

function flipped(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

test('a single-part file matches its receipt, and one with another byte or length does not', async () => {
  const bytes = randomBytes(100_000);
  await handIn('small.bin', bytes);
  const whole = await withKey('small.bin', 'small.bin.receipt.json');
  expect(whole.output).toContain('The file is what was received.');
  expect(whole.output).toContain('CRC-64   not stated');
  expect(whole.code).toBe(0);

  writeFileSync(at('small.flipped'), flipped(bytes, 99_999));
  const changed = await withKey('small.flipped', 'small.bin.receipt.json');
  expect(changed.output).toMatch(/SHA-256: received .+\nThe file is NOT what was received\./);
  expect(changed.code).toBe(1);

  writeFileSync(at('small.longer'), Buffer.concat([bytes, Buffer.alloc(1)]));
  const longer = await withKey('small.longer', 'small.bin.receipt.json');
  expect(longer.output).toContain('Size: received 100000 bytes, the file has 100001');
  expect(longer.code).toBe(1);
}, 600_000);

test('an empty file has a receipt too', async () => {
  await handIn('empty.txt', Buffer.alloc(0));
  expect((await withKey('empty.txt', 'empty.txt.receipt.json')).code).toBe(0);
  expect((await withKey('small.bin', 'empty.txt.receipt.json')).code).toBe(1);
}, 600_000);

test('a multipart file is checked against the hash of hashes, and against its CRC-64 if known', async () => {
  const bytes = randomBytes(20 * MIB + 3);
  await handIn('large.bin', bytes, true);
  const whole = await withKey('large.bin', 'large.bin.receipt.json');
  expect(whole.output).toMatch(
    /SHA-256 {2}\S+-3, in parts of 8388608 bytes\nCRC-64 {3}[\w+/]{11}=\nSHA-256 of the whole {2}[0-9a-f]{64}\n/,
  );
  expect(whole.code).toBe(0);
  writeFileSync(at('large.flipped'), flipped(bytes, 17 * MIB));
  const changed = await withKey('large.flipped', 'large.bin.receipt.json');
  expect(changed.output).toMatch(/SHA-256: received \S+-3, the file has \S+-3\nCRC-64: received /);
  expect(changed.code).toBe(1);
  const swapped = Buffer.concat([
    bytes.subarray(8 * MIB, 16 * MIB),
    bytes.subarray(0, 8 * MIB),
    bytes.subarray(16 * MIB),
  ]);
  writeFileSync(at('large.swapped'), swapped);
  expect((await withKey('large.swapped', 'large.bin.receipt.json')).code).toBe(1);
}, 600_000);

test("without a key the issuer's key is fetched, and the output says what that proves", async () => {
  await handIn('asked.txt', Buffer.from('who signed this?'));
  const answered = await verify(at('asked.txt'), at('asked.txt.receipt.json'));
  expect(answered.output).toContain(`genuine, of ${issuer}`);
  expect(answered.output).toContain('The key is the one that this address gives.');
  expect(answered.code).toBe(0);
  const [jwk] = (await receiptKeys(signing())).keys;
  const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  writeFileSync(at('key.pem'), pem);
  const held = await verify(at('asked.txt'), at('asked.txt.receipt.json'), '--key', at('key.pem'));
  expect(held.output).not.toContain('The key is the one');
  expect(held.code).toBe(0);
}, 600_000);

test('a receipt that was changed, or that somebody else signed, is not genuine', async () => {
  const receipt = await handIn('mine.txt', Buffer.from('mine'));
  const stated: unknown = JSON.parse(Buffer.from(receipt.payload, 'base64url').toString());
  const payload = Buffer.from(JSON.stringify({ ...Object(stated), name: 'yours.txt' })).toString('base64url');
  writeFileSync(at('changed.json'), JSON.stringify({ ...receipt, payload }));
  const changed = await withKey('mine.txt', 'changed.json');
  expect(changed.output).toContain('not genuine');
  expect(changed.code).toBe(2);

  const keys = await receiptKeys(signing());
  const other = { ...keys.keys[0], x: randomBytes(32).toString('base64url') };
  for (const kid of [{}, { kid: 'another' }]) {
    writeFileSync(at('other.json'), JSON.stringify({ keys: [{ ...other, ...kid }] }));
    const judged = await verify(at('mine.txt'), at('mine.txt.receipt.json'), '--key', at('other.json'));
    expect(judged.output).toContain('not genuine');
    expect(judged.code).toBe(2);
  }
}, 600_000);

test('unreadable files are not judged, and wrong arguments print the usage', async () => {
  await handIn('here.txt', Buffer.from('here'));
  copyFileSync(at('here.txt'), at('no-receipt.json'));
  const cases = [
    ['absent.txt', 'here.txt.receipt.json'],
    ['here.txt', 'absent.json'],
    ['here.txt', 'no-receipt.json'],
    ['.', 'here.txt.receipt.json'],
  ] as const;
  for (const [file, receipt] of cases) expect((await withKey(file, receipt)).code).toBe(3);
  expect((await verify(at('here.txt'), at('here.txt.receipt.json'), '--key', at('here.txt'))).code).toBe(3);
  expect((await verify(at('here.txt'))).code).toBe(64);
  expect((await verify(at('here.txt'), 'b', 'c')).code).toBe(64);
  expect((await verify('--what')).output).toContain('Usage: coffer verify');
}, 600_000);

/** The first and second shell block about receipts in the documentation. */
function linesOfShell(file: string): readonly [string, string] {
  const text = readFileSync(OPERATIONS, 'utf8');
  const chapter = text.slice(text.indexOf('### Receipts'));
  const blocks = Array.from(chapter.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = '']) =>
    block.replaceAll('FILE', file),
  );
  return [defined(blocks[0], 'lines for one part'), defined(blocks[1], 'lines for several')];
}

test('the shell commands in the documents give the same result without Coffer', async () => {
  const bytes = randomBytes(50_000);
  await handIn('shell.bin', bytes);
  copyFileSync(at('shell.bin.receipt.json'), at('receipt.json'));
  const [one] = linesOfShell('shell.bin');
  const whole = await run('sh', ['-c', one]);
  expect(whole.output).toContain('Signature Verified Successfully');
  expect(whole.code).toBe(0);
  writeFileSync(at('shell.flipped'), flipped(bytes, 1));
  expect((await run('sh', ['-c', linesOfShell('shell.flipped')[0]])).code).toBe(1);
  const receipt = JSON.parse(readFileSync(at('receipt.json'), 'utf8')) as Receipt;
  writeFileSync(at('receipt.json'), JSON.stringify({ ...receipt, payload: `${receipt.payload}A` }));
  expect((await run('sh', ['-c', one])).code).not.toBe(0);
}, 600_000);

async function judgeInParts(file: string): Promise<number> {
  const [one, several] = linesOfShell(file);
  const opened = one.split('\n').filter((line) => !line.startsWith('test '));
  return (await run('sh', ['-c', [...opened, several].join('\n')])).code;
}

test.skipIf(process.platform !== 'linux')(
  "and those for parts, where split is GNU's",
  async () => {
    const bytes = randomBytes(20 * MIB + 5);
    await handIn('parts.bin', bytes);
    copyFileSync(at('parts.bin.receipt.json'), at('receipt.json'));
    writeFileSync(at('parts.flipped'), flipped(bytes, 9 * MIB));
    expect(await judgeInParts('parts.bin')).toBe(0);
    expect(await judgeInParts('parts.flipped')).toBe(1);
  },
  120_000,
);
