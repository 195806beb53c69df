import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiptStatement } from '@coffer/contracts';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { parseConfig } from '../../config/config.ts';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { errorOf, type Owner, sha256Of, valueOf, type World } from '../../live.world.ts';
import { createCipher } from '../../platform/secrets/cipher.ts';
import { listVersions } from '../files/list-versions.ts';
import { openReceipt, parseReceiptKeys } from './open-receipt.ts';
import { getReceipt, receiptKeys } from './receipts.ts';
import { scrub } from './scrub.ts';
import { startStorageWorld } from './storage.world.ts';

let world: World;
let services: UploadServices;
let owner: Owner;

beforeAll(async () => {
  const started = await startStorageWorld();
  ({ world, services, owner } = started);
  return async () => await started[Symbol.asyncDispose]();
});

test('a receipt is verified by Node.js and by OpenSSL with the published key alone', async () => {
  const signing = {
    ...services,
    cipher: createCipher(randomBytes(32)),
    config: valueOf(
      parseConfig({ COFFER_URL: 'https://files.example', COFFER_STORE_URL: 'https://bytes.example' }),
    ),
  };
  const bytes = Buffer.from('what was received');
  const node = await uploaded(services, owner, { name: 'Grüße.txt', bytes });
  const [keys, again] = await Promise.all([receiptKeys(signing), receiptKeys(signing)]);
  expect(again).toEqual(keys);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  const asked = { nodeId: node.id, versionId: undefined };
  const receipt = valueOf(await getReceipt(signing, owner.person, asked));
  const statement = ReceiptStatement.parse(
    JSON.parse(Buffer.from(receipt.payload, 'base64url').toString('utf8')),
  );
  expect(statement).toMatchObject({
    issuer: 'https://files.example',
    nodeId: node.id,
    versionId: node.versionId,
    name: 'Grüße.txt',
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
  });
  const [jwk] = keys.keys;
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const signed = `${receipt.protected}.${receipt.payload}`;
  const signature = Buffer.from(receipt.signature, 'base64url');
  expect(verify(undefined, Buffer.from(signed), key, signature)).toBe(true);
  expect(verify(undefined, Buffer.from(`${signed}x`), key, signature)).toBe(false);

  const folder = mkdtempSync(join(tmpdir(), 'coffer-receipt-'));
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('key.pem'), key.export({ format: 'pem', type: 'spki' }));
  writeFileSync(file('signed'), signed);
  writeFileSync(file('signature'), signature);
  const openssl = execFileSync('openssl', [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-inkey',
    file('key.pem'),
    '-rawin',
    '-in',
    file('signed'),
    '-sigfile',
    file('signature'),
  ]);
  rmSync(folder, { recursive: true });
  expect(openssl.toString()).toContain('Signature Verified Successfully');

  const stranger = await world.addOwner();
  expect(errorOf(await getReceipt(signing, stranger.person, asked)).code).toBe('node_not_found');
  const kept = await services.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'receipt_key')
    .execute();
  expect(JSON.stringify(kept)).not.toContain('MC4CAQAw');
});

test('a receipt that cannot state the CRC-64 yet has the bytes read next, and the one after it states it', async () => {
  const signing = {
    ...services,
    cipher: createCipher(Buffer.alloc(32, 7)),
    config: valueOf(parseConfig({ COFFER_URL: 'http://localhost:8420' })),
  };
  await scrub(services);
  const others = await uploaded(services, owner, { name: 'nobody asks.txt', bytes: Buffer.from('a') });
  const node = await uploaded(services, owner, { name: 'asked.txt', bytes: Buffer.from('123456789') });
  const sumIn = async (): Promise<unknown> => {
    const asked = { nodeId: node.id, versionId: undefined };
    const { payload } = valueOf(await getReceipt(signing, owner.person, asked));
    return ReceiptStatement.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).crc64nvme;
  };
  world.clock.advance(1_000);
  expect(await scrub(services)).toBe(0);
  expect(await sumIn()).toBeNull();
  expect(await scrub(services)).toBe(1);
  // The check value of CRC-64/NVME for these nine digits, ae8b14860a799888.
  expect(await sumIn()).toBe(Buffer.from('ae8b14860a799888', 'hex').toString('base64'));
  expect(await scrub(services)).toBe(0);
  const [version] = valueOf(await listVersions(services, owner.person, { nodeId: others.id })).items;
  expect(version?.crc64nvme).toBeNull();
});

test('after a change of the master key receipts are signed with a new key, and old receipts still verify', async () => {
  const config = valueOf(parseConfig({ COFFER_URL: 'http://localhost:8420' }));
  const before = { ...services, cipher: createCipher(randomBytes(32)), config };
  const after = { ...services, cipher: createCipher(randomBytes(32)), config };
  const node = await uploaded(services, owner, { name: 'kept.txt', bytes: Buffer.from('kept') });
  const asked = { nodeId: node.id, versionId: undefined };
  const old = valueOf(await getReceipt(before, owner.person, asked));
  const [one, other] = await Promise.all([
    getReceipt(after, owner.person, asked),
    getReceipt(after, owner.person, asked),
  ]);
  const keys = parseReceiptKeys(JSON.stringify(await receiptKeys(after)));
  const kidOf = (receipt: unknown): string | undefined => valueOf(openReceipt(receipt, keys)).kid;
  expect(kidOf(valueOf(one))).toBe(kidOf(valueOf(other)));
  expect(kidOf(valueOf(one))).not.toBe(kidOf(old));
  // With the earlier master key, the earlier signing key is used.
  const count = keys.length;
  expect(kidOf(valueOf(await getReceipt(before, owner.person, asked)))).toBe(kidOf(old));
  expect((await receiptKeys(before)).keys).toHaveLength(count);
});

test('a key from an earlier version keeps signing', async () => {
  const cipher = createCipher(randomBytes(32));
  const signing = { ...services, cipher };
  const { keys } = await receiptKeys(signing);
  const row = await services.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'receipt_key')
    .executeTakeFirstOrThrow();
  const [first] = z.array(z.object({ kid: z.string() }).loose()).parse(row.value);
  await services.db
    .updateTable('setting')
    .set({ value: JSON.stringify({ ...first, kid: '2026-11-21' }) })
    .where('key', '=', 'receipt_key')
    .execute();
  expect((await receiptKeys(signing)).keys).toEqual([{ ...keys[0], kid: '2026-11-21' }]);
});
