import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type NodeView, type Person, SpaceId, UploadId } from '@coffer/contracts';
import { crc64Nvme, defined, err, ok } from '@coffer/kit';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  begin,
  cut,
  declarations,
  put,
  sendAll,
  uploaded,
  type UploadServices,
} from '../../live-upload.contract.ts';
import {
  errorOf,
  md5Of,
  type Owner,
  sha256Of,
  startLiveWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live.world.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { getNode } from '../files/get-node.ts';
import { listDamagedFiles } from '../files/list-damaged-files.ts';
import { listVersions } from '../files/list-versions.ts';
import { restoreVersion } from '../files/restore-version.ts';
import { completeUpload } from '../uploads/complete/complete-upload.ts';
import { listAllDamage } from './list-damage.ts';
import { scrub, scrubReport } from './scrub.ts';
import { keyOf } from './surveyed.world.ts';

const DAY_MS = 24 * 60 * 60_000;
const MIB = 1024 * 1024;

let world: World;
let store: StoreWorld;
let services: UploadServices;
let owner: Owner;

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, store, services } = live);
  return async () => await live[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await world.services.db
    .updateTable('blob')
    .set({ checked_at: new Date('2100-01-01') })
    .execute();
  world.clock.set(new Date());
  owner = await world.addOwner();
});

const crcOf = (bytes: Uint8Array): string => Buffer.from(crc64Nvme(bytes)).toString('base64');

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Changes an object behind the ledger's back. */
async function rot(nodeId: string, bytes: Buffer): Promise<void> {
  const metadata = {
    spaceId: randomUUID(),
    nodeId,
    versionId: randomUUID(),
    parentId: randomUUID(),
    name: 'rotten',
    authorId: randomUUID(),
    at: new Date(),
  };
  const part = { sizeBytes: bytes.length, sha256: sha256Of(bytes), md5: md5Of(bytes) };
  const signed = store.blobs.signPut({
    key: await keyOf({ services }, nodeId),
    part,
    mediaType: 'a/b',
    metadata,
  });
  expect(await put({ ...signed, headers: { ...signed.headers } }, bytes)).toBe(200);
}

/** Runs the scrub when everything and the whole budget of the day are due. */
async function scrubLater(blobs: Blobs = store.blobs): Promise<number> {
  await services.db
    .updateTable('blob')
    .set({ checked_at: new Date('2000-01-01') })
    .where('space_id', '=', owner.spaceId)
    .execute();
  const now = world.clock.now();
  world.clock.set(new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS - 1_000));
  return await scrub({ ...services, blobs });
}

const damage = async (spaceId = owner.spaceId, actor: Person = owner.person) =>
  valueOf(
    await listDamagedFiles(services, actor, {
      spaceId: SpaceId.parse(spaceId),
      query: { at: 0, limit: 100 },
    }),
  ).items;
const shown = async (node: NodeView) => valueOf(await getNode(services, owner.person, node.id));

test('bit rot is found, flagged for its owner, reported to administrators without the name, and can be repaired', async () => {
  const whole = await uploaded(services, owner, { name: 'whole', bytes: Buffer.alloc(100, 1) });
  const first = await uploaded(services, owner, { name: 'report', bytes: Buffer.alloc(100, 1) });
  const rotten = await uploaded(services, owner, {
    name: 'report',
    bytes: Buffer.alloc(50, 2),
    conflict: 'replace',
  });
  const gone = await uploaded(services, owner, { name: 'gone', bytes: Buffer.alloc(10, 3) });
  const longer = await uploaded(services, owner, { name: 'longer', bytes: Buffer.alloc(10, 4) });
  await rot(rotten.id, Buffer.alloc(50, 9));
  await rot(longer.id, Buffer.alloc(11, 4));
  valueOf(await store.blobs.remove(await keyOf({ services }, gone.id)));
  expect(await scrubLater()).toBe(5);

  const found = await damage();
  expect(new Map(found.map((each) => [each.node.name, each.damage]))).toEqual(
    new Map([
      ['report', 'checksum'],
      ['longer', 'different'],
      ['gone', 'missing'],
    ]),
  );
  const report = defined(
    found.find((each) => each.node.name === 'report'),
    'the report was not listed as damaged',
  );
  expect(report).toMatchObject({
    node: { versionId: rotten.versionId },
    whole: { id: first.versionId, number: 1 },
  });
  expect((await shown(rotten)).isDamaged).toBe(true);
  expect('isDamaged' in (await shown(whole))).toBe(false);
  const stranger = await world.addOwner();
  const asked = { spaceId: SpaceId.parse(owner.spaceId), query: { at: 0, limit: 10 } };
  expect(errorOf(await listDamagedFiles(services, stranger.person, asked)).code).toBe('space_not_found');
  const administrator: Person = { ...stranger.person, role: 'administrator' };
  const all = valueOf(await listAllDamage(services, administrator, { at: 0, limit: 100 }));
  expect(all.items.map((each) => Object.keys(each).includes('name'))).toEqual([false, false, false]);
  expect(all.items.map((each) => each.wholeVersionId)).toContain(first.versionId);
  expect(errorOf(await listAllDamage(services, stranger.person, { at: 0, limit: 10 })).code).toBe(
    'not_allowed',
  );
  const events = await services.db
    .selectFrom('event')
    .select('actor_id')
    .where('space_id', '=', owner.spaceId)
    .where('verb', '=', 'version_damaged')
    .execute();
  // Events of a job have no actor.
  expect(events).toEqual([{ actor_id: null }, { actor_id: null }, { actor_id: null }]);

  const { revision } = await shown(rotten);
  const { id: versionId } = defined(report.whole, 'the file has no intact version');
  const input = { nodeId: rotten.id, versionId, revision };
  const restored = valueOf(await restoreVersion(services, owner.person, input));
  expect(restored).toMatchObject({ id: rotten.id, sizeBytes: 100, revision: revision + 1 });
  expect('isDamaged' in restored).toBe(false);
  const versions = valueOf(await listVersions(services, owner.person, { nodeId: rotten.id })).items;
  expect(versions.map(({ number, damage: harm, isCurrent }) => [number, harm, isCurrent])).toEqual([
    [3, null, true],
    [2, 'checksum', false],
    [1, null, false],
  ]);
  expect((await damage()).map((each) => each.node.name).toSorted()).toEqual(['gone', 'longer']);
  const old = defined(report.node.versionId, 'a file has a version');
  const back = { nodeId: rotten.id, versionId: old, revision: restored.revision };
  expect(errorOf(await restoreVersion(services, owner.person, back)).code).toBe('checksum_mismatch');
  expect(errorOf(await restoreVersion(services, owner.person, { ...back, revision })).code).toBe(
    'revision_conflict',
  );
  expect(errorOf(await restoreVersion(services, stranger.person, back)).code).toBe('node_not_found');
});

test('a repaired object is no longer flagged, and finding damage again adds no event', async () => {
  const node = await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(100, 1) });
  await rot(node.id, Buffer.alloc(100, 2));
  await scrubLater();
  await scrubLater();
  const events = await services.db
    .selectFrom('event')
    .select('verb')
    .where('space_id', '=', owner.spaceId)
    .execute();
  expect(events.filter(({ verb }) => verb === 'version_damaged')).toHaveLength(1);
  await rot(node.id, Buffer.alloc(100, 1));
  await scrubLater();
  expect(await damage()).toEqual([]);
  expect('isDamaged' in (await shown(node))).toBe(false);
});

async function* broken(): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield Buffer.alloc(10);
  throw new Error('aborted');
}

test.each<readonly [string, Partial<Blobs>]>([
  ['does not answer', { read: () => Promise.resolve(err({ code: 'store_unavailable' })) }],
  ['forbids', { read: () => Promise.resolve(err({ code: 'store_refused', diagnosis: 'AccessDenied' })) }],
  ['hangs up', { read: () => Promise.resolve(ok({ sizeBytes: 100, bytes: Readable.from(broken()) })) }],
  [
    'sends less than it says',
    {
      read: () => Promise.resolve(ok({ sizeBytes: 100, bytes: Readable.from(pieces(Buffer.alloc(10), 10)) })),
    },
  ],
  [
    'has lost its bucket',
    {
      read: () => Promise.resolve(ok(undefined)),
      head: () => Promise.resolve(ok(undefined)),
      ping: () => Promise.resolve(err({ code: 'store_refused', diagnosis: 'NoSuchBucket' })),
    },
  ],
])('a store that %s does not make files look damaged', async (_, fault) => {
  const node = await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(100, 1) });
  expect(await scrubLater({ ...store.blobs, ...fault })).toBe(0);
  expect(await damage()).toEqual([]);
  expect('isDamaged' in (await shown(node))).toBe(false);
});

test('the end of the server interrupts a reading, which concludes nothing', async () => {
  await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(100, 1) });
  const ending = new AbortController();
  const read: Blobs['read'] = () => {
    ending.abort();
    return Promise.resolve(ok({ sizeBytes: 100, bytes: Readable.from(pieces(Buffer.alloc(100, 9), 10)) }));
  };
  await services.db
    .updateTable('blob')
    .set({ checked_at: null })
    .where('space_id', '=', owner.spaceId)
    .execute();
  expect(await scrub({ ...services, blobs: { ...store.blobs, read } }, ending.signal)).toBe(0);
  expect(await damage()).toEqual([]);
});

test('objects that the store did not verify come first, and count as verified once read', async () => {
  const verified = await uploaded(services, owner, { name: 'verified', bytes: Buffer.alloc(10, 1) });
  services = { ...services, blobs: { ...store.blobs, integrity: 3 } };
  const bytes = Buffer.concat([Buffer.alloc(8 * MIB, 1), Buffer.from('end')]);
  const node = await uploaded(services, owner, { name: 'unverified', bytes });
  const versionOf = async ({ id }: NodeView) =>
    valueOf(await listVersions(services, owner.person, { nodeId: id })).items[0];
  expect((await versionOf(verified))?.verifiedAt).not.toBeNull();
  expect((await versionOf(node))?.verifiedAt).toBeNull();
  world.clock.set(new Date(Math.ceil(world.clock.now().getTime() / DAY_MS) * DAY_MS - 1_000));
  expect(await scrub(services)).toBe(1);
  expect((await versionOf(node))?.verifiedAt).not.toBeNull();
  expect(await scrub(services)).toBe(0);
});

const silentBucket: Blobs['ping'] = () => Promise.resolve(err({ code: 'store_unavailable' }));

test('an object that the store refuses holds up no other', async () => {
  const nodes: NodeView[] = [];
  for (let number = 0; number < 3; number += 1) {
    nodes.push(await uploaded(services, owner, { name: `r${number}`, bytes: Buffer.alloc(10, number) }));
  }
  const archived = await keyOf(world, nodes[0]?.id ?? '');
  const read: Blobs['read'] = async (key) =>
    key === archived
      ? err({ code: 'store_refused', diagnosis: 'InvalidObjectState' })
      : await store.blobs.read(key);
  expect(await scrubLater({ ...store.blobs, read, ping: silentBucket })).toBe(0);
  expect(await scrubLater({ ...store.blobs, read })).toBe(2);
});

test('the daily budget accrues over the day', async () => {
  for (let number = 0; number < 3; number += 1) {
    await uploaded(services, owner, { name: `f${number}`, bytes: Buffer.alloc(10, number) });
  }
  await services.db
    .updateTable('blob')
    .set({ checked_at: new Date('2000-01-01') })
    .where('space_id', '=', owner.spaceId)
    .execute();
  const midnight = Math.ceil(world.clock.now().getTime() / DAY_MS) * DAY_MS;
  world.clock.set(new Date(midnight));
  // At least one object is read, whatever the budget.
  expect(await scrub(services)).toBe(1);
  expect(await scrub(services)).toBe(0);
  world.clock.set(new Date(midnight + 60_000));
  expect(await scrub(services)).toBe(2);
  expect(await scrubReport(services, 0)).toMatchObject({ bytesPerDay: 1024 ** 3, readTodayBytes: 30 });
  const TIB = 1024 ** 4;
  expect((await scrubReport(services, TIB)).bytesPerDay).toBe(Math.ceil(TIB / 25));
});

test('the CRC-64 of a file is combined from its parts, and reported once verified by reading', async () => {
  const bytes = Buffer.concat([randomBytes(8 * MIB), randomBytes(1_000)]);
  const parts = declarations(bytes).map((part, index) => ({
    ...part,
    crc64nvme: crcOf(defined(cut(bytes)[index], 'a part')),
  }));
  const begun = await begin(services, owner, { name: 'crc', bytes, parts });
  await sendAll(begun, bytes);
  const { node } = valueOf(await completeUpload(services, owner.person, UploadId.parse(begun.upload.id)));
  const crcNow = async () =>
    valueOf(await listVersions(services, owner.person, { nodeId: node.id })).items[0]?.crc64nvme;
  const { crc64nvme: said } = await services.db
    .selectFrom('blob')
    .select('crc64nvme')
    .where('space_id', '=', owner.spaceId)
    .executeTakeFirstOrThrow();
  expect([said, await crcNow()]).toEqual([crcOf(bytes), null]);
  await scrubLater();
  expect([await damage(), await crcNow()]).toEqual([[], crcOf(bytes)]);
});

test('a wrong CRC-64 of a sender does not flag a file: the SHA-256 decides', async () => {
  const bytes = Buffer.from('abc');
  const lie = declarations(bytes).map((part) => ({ ...part, crc64nvme: crcOf(Buffer.from('abd')) }));
  const begun = await begin(services, owner, { name: 'lie', bytes, parts: lie });
  await sendAll(begun, bytes);
  const { node } = valueOf(await completeUpload(services, owner.person, UploadId.parse(begun.upload.id)));
  await scrubLater();
  expect(await damage()).toEqual([]);
  const [version] = valueOf(await listVersions(services, owner.person, { nodeId: node.id })).items;
  expect(version?.crc64nvme).toBe(crcOf(bytes));
});
