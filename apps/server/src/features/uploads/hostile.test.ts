// Hostile clients attack two servers with one store. The bytes that the store lists must never exceed the quota.
import { createHash } from 'node:crypto';
import { NodeId, type SignedBundle, type StoreReceipt, UploadId } from '@coffer/contracts';
import { defined, MINUTE_MS } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedFigures, figuresOf, storedBytesOf } from '../../live-ledger.contract.ts';
import {
  type Begun,
  begunOf,
  create,
  cut,
  declaredOf,
  uploaded,
  put,
  putBundle,
  type SignedAddress,
  type UploadServices,
} from '../../live-upload.contract.ts';
import {
  type Owner,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live.world.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { abortUpload } from './end/abort-upload.ts';
import { completeUpload, completeUploads } from './complete/complete-upload.ts';
import { createUploads } from './reserve/create-upload.ts';
import { expireUploads } from './end/expire-uploads.ts';
import { signParts } from './sign/sign-parts.ts';

const CLIENTS = sized({ gate: 60, campaign: 200 });
/** Nine of the sixty clients from this number on send a file in parts. */
const FIRST = sized({ gate: 120, campaign: 0 });
const ROUNDS = sized({ gate: 1, campaign: 2 });
const MIB = 1024 * 1024;
const SIZE = 10_000;
const LARGE = 8 * MIB + 1;
const QUOTA = 2 * LARGE + 40 * SIZE;

let world: World;
let store: StoreWorld;
let servers: readonly UploadServices[];
let closeOther: () => Promise<void>;
let hostile: Owner;
let bystander: Owner;

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
  const other = connectDatabase({
    connectionString: world.connectionString,
    log: world.services.log,
    connectionWaitMs: MINUTE_MS,
  });
  closeOther = other.close;
  servers = [
    { ...world.services, blobs: store.blobs },
    { ...world.services, db: other.db, blobs: store.blobs },
  ];
  hostile = await world.addOwner({ quotaBytes: QUOTA });
  bystander = await world.addOwner();
});
afterAll(async () => {
  await closeOther();
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

function dice(seed: number): (sides: number) => number {
  let roll = 0;
  return (sides) => {
    roll += 1;
    return createHash('sha256').update(`${seed}/${roll}`).digest().readUInt32BE() % sides;
  };
}

const arsenal: SignedAddress[] = [];

async function fire(weapon: SignedAddress, bytes: Buffer): Promise<number> {
  try {
    return await put(weapon, bytes);
  } catch {
    return 0;
  }
}

async function attack(number: number): Promise<void> {
  const roll = dice(number);
  const server = defined(servers[number % 2], 'the server is missing');
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = Buffer.alloc(roll(20) === 0 ? LARGE : 1 + roll(SIZE), roll(256));
    const made = await create(server, hostile, { name: `f${roll(40)}`, bytes, conflict: 'rename' });
    if (made.ok) await misuse(server, { begun: begunOf(made.value), bytes, roll });
    if (roll(3) === 0) await misuseBundle(server, roll);
    const weapon = arsenal[roll(Math.max(1, arsenal.length))];
    if (weapon !== undefined) await fireWrongly(weapon, roll);
  }
}

async function misuse(
  server: UploadServices,
  {
    begun,
    bytes,
    roll,
  }: { readonly begun: Begun; readonly bytes: Buffer; readonly roll: (n: number) => number },
): Promise<void> {
  const id = UploadId.parse(begun.upload.id);
  const parts = cut(bytes);
  arsenal.push(...begun.signed);
  for (const signed of begun.signed) {
    const part = defined(parts[signed.number - 1], 'a part was signed that does not exist');
    if (roll(4) > 0) await fire(signed, part);
    if (roll(2) === 0) {
      const changed = Buffer.alloc(part.length, roll(256));
      const again = await signParts(server, hostile.person, {
        uploadId: id,
        parts: [declaredOf(changed, signed.number)],
      });
      if (again.ok) {
        arsenal.push(...again.value.signed);
        for (const each of again.value.signed) await fire(each, changed);
      }
    }
  }
  const complete = async () => await completeUpload(server, hostile.person, id);
  const abort = async () => await abortUpload(server, hostile.person, id);
  switch (roll(5)) {
    case 0:
      await Promise.all([complete(), complete(), abort()]);
      break;
    case 1:
      await Promise.all([abort(), abort()]);
      break;
    case 2:
      await complete();
      break;
    case 3:
      await abort();
      for (const signed of begun.signed)
        await fire(signed, defined(parts[signed.number - 1], 'the part is missing'));
      break;
    default:
  }
}

const bundles: SignedBundle[] = [];
const receipts: StoreReceipt[] = [];

async function misuseBundle(server: UploadServices, roll: (n: number) => number): Promise<void> {
  const files = Array.from({ length: 1 + roll(6) }, () => Buffer.alloc(1 + roll(SIZE), roll(256)));
  const uploads = files.map((bytes) => ({
    parentId: NodeId.parse(hostile.rootId),
    name: `b${roll(40)}`,
    sizeBytes: bytes.length,
    mediaType: '',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    conflict: 'rename' as const,
    parts: [declaredOf(bytes, 1)],
  }));
  const created = valueOf(await createUploads(server, hostile.person, { uploads, bundle: true }));
  const made = created.items.flatMap((item, index) =>
    item.outcome === 'created'
      ? [{ id: item.upload.id, bytes: defined(files[index], 'the bytes of the upload are missing') }]
      : [],
  );
  bundles.push(...(created.bundles ?? []));
  const bytes = made.map((each) => each.bytes);
  const sendings = [
    bytes,
    bytes.toReversed(),
    bytes.slice(1),
    [...bytes, ...bytes],
    bytes.map(() => Buffer.alloc(SIZE)),
  ];
  for (const bundle of created.bundles ?? []) await fireBundle(bundle, sendings[roll(8)] ?? bytes);
  const other = bundles[roll(Math.max(1, bundles.length))];
  if (other !== undefined) await fireBundle(other, bytes);
  const ids = made.map(({ id }) => id);
  const first = ids[0];
  if (first === undefined) return;
  if (roll(3) === 0) {
    const changed = Buffer.alloc(defined(bytes[0], 'the first part is missing').length, roll(256));
    const parts = [declaredOf(changed, 1)];
    const again = await signParts(server, hostile.person, { uploadId: first, parts });
    if (again.ok) arsenal.push(...again.value.signed);
    if (again.ok) for (const each of again.value.signed) await fire(each, changed);
  }
  const proofs =
    receipts.length === 0 ? [] : [defined(receipts[roll(receipts.length)], 'the receipt is missing')];
  const forged = proofs.map(({ receipt, signature }) => ({
    receipt: receipt.replaceAll('0', '1'),
    signature,
  }));
  const complete = async (given: StoreReceipt[]) =>
    await completeUploads(server, hostile.person, { ids, receipts: given });
  const newest = receipts.slice(-4);
  const ends = [
    async () =>
      await Promise.all([complete(newest), complete(proofs), abortUpload(server, hostile.person, first)]),
    async () => await complete([...newest, ...proofs, ...forged]),
    async () => await complete([]),
    async () => await abortUpload(server, hostile.person, first),
  ];
  await ends[roll(ends.length + 1)]?.();
}

async function fireBundle(bundle: SignedBundle, files: readonly Buffer[]): Promise<void> {
  try {
    receipts.push(...(await putBundle(bundle, files)).receipts);
  } catch {
    // The store closed the connection, because the body was not the signed one.
  }
}

async function fireWrongly(weapon: SignedAddress, roll: (sides: number) => number): Promise<void> {
  const noise = Buffer.alloc(1 + roll(2 * SIZE), roll(256));
  const sha256 = createHash('sha256').update(noise).digest('base64');
  const { url, headers, fields } = weapon;
  await fire(weapon, noise);
  await fire({ ...weapon, headers: { ...headers, 'x-amz-checksum-sha256': sha256 } }, noise);
  await fire({ url, headers: {} }, noise);
  await fire({ ...weapon, url: url.replace(/blobs\/../, 'blobs/00') }, noise);
  await fire({ ...weapon, url: url.replace('partNumber=1&', 'partNumber=2&') }, noise);
  await fire({ ...weapon, headers: { ...headers, 'content-encoding': 'aws-chunked' } }, noise);
  const lies: Readonly<Record<string, string>> = {
    'x-amz-checksum-sha256': sha256,
    key: 'coffer/blobs/00/00',
    policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64'),
  };
  for (const lie of fields === undefined ? [] : Object.keys(lies)) {
    const forgery = (fields ?? []).map(
      ([name, value]) => [name, name === lie ? (lies[name] ?? value) : value] as const,
    );
    await fire({ url, headers, fields: forgery }, noise);
  }
}

async function countNamed({ db }: UploadServices, pattern: string): Promise<number> {
  const rows = await db
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', hostile.spaceId)
    .where('name', 'like', pattern)
    .execute();
  return rows.length;
}

test(`${CLIENTS} hostile clients never get more bytes stored than the quota, and touch nothing of others`, {
  timeout: 1_200_000,
}, async () => {
  const [first, second] = [
    defined(servers[0], 'the first server is missing'),
    defined(servers[1], 'the second server is missing'),
  ];
  const own = await uploaded(first, bystander, { name: 'mine', bytes: Buffer.alloc(SIZE, 7) });
  const running = new AbortController();
  const peaks: number[] = [];
  const watch = async (): Promise<void> => {
    while (!running.signal.aborted) {
      peaks.push(await storedBytesOf(first.db, store.blobs, hostile.spaceId));
      const { used, reserved, held } = await figuresOf(second.db, hostile.spaceId);
      expect(used + reserved + held).toBeLessThanOrEqual(QUOTA);
      await Promise.all([deleteDueBlobs(first), deleteDueBlobs(second), expireUploads(second)]);
    }
  };
  const watching = watch();
  const honest = Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      uploaded(second, bystander, { name: `honest ${number}`, bytes: Buffer.alloc(SIZE, number) }),
    ),
  );
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => attack(FIRST + number)));
  running.abort();
  await watching;
  expect((await honest).length).toBe(20);

  peaks.push(await storedBytesOf(first.db, store.blobs, hostile.spaceId));
  expect(Math.max(...peaks)).toBeLessThanOrEqual(QUOTA);
  // Proves that the attack was heavy enough.
  expect(Math.max(...peaks)).toBeGreaterThan(QUOTA / 2);
  expect(await figuresOf(first.db, hostile.spaceId)).toEqual(await countedFigures(first.db, hostile.spaceId));
  expect(await figuresOf(first.db, bystander.spaceId)).toEqual({
    used: 21 * SIZE,
    reserved: 0,
    held: 0,
    purged: 0,
  });
  expect(await storedBytesOf(first.db, store.blobs, bystander.spaceId)).toBe(21 * SIZE);
  expect(own.sizeBytes).toBe(SIZE);
  expect(receipts.length).toBeGreaterThan(CLIENTS / 20);
  expect(await countNamed(first, 'b%')).toBeGreaterThan(CLIENTS / 20);

  world.clock.advance(8 * 24 * 60 * 60_000);
  for (let round = 0; round < 3; round += 1) {
    await expireUploads(first);
    await deleteDueBlobs(second);
    world.clock.advance(60 * 60_000);
  }
  const settled = await figuresOf(first.db, hostile.spaceId);
  expect(settled).toEqual({ used: settled.used, reserved: 0, held: 0, purged: 0 });
  expect(await storedBytesOf(first.db, store.blobs, hostile.spaceId)).toBe(settled.used);
});
