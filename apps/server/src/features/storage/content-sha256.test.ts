import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type NodeId, ReceiptStatement, UploadId } from '@coffer/contracts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { begin, sendAll, uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, valueOf, type World } from '../../live.world.ts';
import { createCipher } from '../../platform/secrets/cipher.ts';
import { listVersions } from '../files/list-versions.ts';
import { completeUpload } from '../uploads/complete/complete-upload.ts';
import { getReceipt } from './receipts.ts';
import { scrub } from './scrub.ts';
import { startStorageWorld } from './storage.world.ts';

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;

let world: World;
let services: UploadServices;
let owner: Owner;

beforeAll(async () => {
  const started = await startStorageWorld();
  ({ world, services, owner } = started);
  return async () => await started[Symbol.asyncDispose]();
});
beforeEach(() => {
  // At the start of the day, the scrub has no budget yet.
  world.clock.set(new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS));
});

const hex = (base64: string | null | undefined): string =>
  Buffer.from(base64 ?? '', 'base64').toString('hex');

function sha256sum(bytes: Buffer): string {
  return execFileSync('sha256sum', { input: bytes }).toString().slice(0, 64);
}

async function uploadInParts(name: string, bytes: Buffer) {
  const begun = await begin(services, owner, { name, bytes });
  await sendAll(begun, bytes);
  return valueOf(await completeUpload(services, owner.person, UploadId.parse(begun.upload.id))).node;
}

const sumOf = async (nodeId: NodeId) =>
  valueOf(await listVersions(services, owner.person, { nodeId })).items[0]?.contentSha256;

async function statementOf(nodeId: NodeId): Promise<ReceiptStatement> {
  const config = valueOf(parseConfig({}));
  const signing = { ...services, cipher: createCipher(randomBytes(32)), config };
  const receipt = valueOf(await getReceipt(signing, owner.person, { nodeId, versionId: undefined }));
  return ReceiptStatement.parse(JSON.parse(Buffer.from(receipt.payload, 'base64url').toString('utf8')));
}

test('a fresh upload in parts has it after the next round, whatever is left of the budget of the day', async () => {
  const bytes = randomBytes(17 * MIB + 5);
  const node = await uploadInParts('large.bin', bytes);
  expect(await sumOf(node.id)).toBeNull();
  expect((await statementOf(node.id)).contentSha256).toBeNull();
  await scrub(services);
  expect(hex(await sumOf(node.id))).toBe(sha256sum(bytes));
  expect(hex((await statementOf(node.id)).contentSha256)).toBe(sha256sum(bytes));
  expect((await statementOf(node.id)).sha256).toMatch(/-3$/);
});

test('it is computed once, and does not use the budget of the day', async () => {
  const node = await uploadInParts('once.bin', randomBytes(9 * MIB));
  await scrub(services);
  expect(await sumOf(node.id)).not.toBeNull();
  const reads: string[] = [];
  const read: UploadServices['blobs']['read'] = async (key) => {
    reads.push(key);
    return await services.blobs.read(key);
  };
  await scrub({ ...services, blobs: { ...services.blobs, read } });
  expect(reads).toEqual([]);
});

test('a file in one part has it at once, because the store verified it as it came', async () => {
  const bytes = randomBytes(100_000);
  const node = await uploaded(services, owner, { name: 'small.bin', bytes });
  expect(hex(await sumOf(node.id))).toBe(sha256sum(bytes));
});

test('a declared checksum is not reported as verified before the bytes were read', async () => {
  const node = await uploaded(services, owner, { name: 'declared.bin', bytes: randomBytes(1_000) });
  await services.db
    .updateTable('blob')
    .set({ verified_at: null, checked_at: null })
    .where('space_id', '=', owner.spaceId)
    .execute();
  expect(await sumOf(node.id)).toBeNull();
  expect((await statementOf(node.id)).contentSha256).toBeNull();
});

test('bytes that are not the declared ones get none', async () => {
  const node = await uploadInParts('changed.bin', randomBytes(9 * MIB));
  async function* other(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield randomBytes(9 * MIB);
  }
  const read: UploadServices['blobs']['read'] = async (key) => {
    const found = valueOf(await services.blobs.read(key));
    for await (const _ of found?.bytes ?? []);
    return { ok: true, value: { sizeBytes: 9 * MIB, bytes: Readable.from(other()) } };
  };
  await scrub({ ...services, blobs: { ...services.blobs, read } });
  expect(await sumOf(node.id)).toBeNull();
});
