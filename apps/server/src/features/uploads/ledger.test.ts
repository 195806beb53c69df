// Every byte that may be in the store is counted, whatever becomes of an upload; and what nobody needs is deleted in time.
import { NodeId, SpaceId, UploadId } from '@coffer/contracts';
import { defined, ok } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countedFigures, figuresOf, storedBytesOf } from '../../live-ledger.contract.ts';
import {
  begin,
  create,
  cut,
  declaredOf,
  put,
  sendAll,
  uploaded,
  type UploadServices,
} from '../../live-upload.contract.ts';
import {
  errorOf,
  type Owner,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live-world.contract.ts';
import { purgeTrash } from '../files/purge-trash.ts';
import { listTrash } from '../files/list-trash.ts';
import { restoreNodes } from '../files/restore-nodes.ts';
import { trashNodes } from '../files/trash-nodes.ts';
import { createFolder } from '../files/create-folder.ts';
import { abortUpload } from './abort-upload.ts';
import { completeUpload } from './complete-upload.ts';
import { signParts } from './sign-parts.ts';
import { deleteDueBlobs } from '../ledger/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUOTA = 100;

let world: World;
let store: StoreWorld;
let services: UploadServices;
let owner: Owner;

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(new Date());
  owner = await world.addOwner({ quotaBytes: QUOTA });
  services = { ...world.services, blobs: store.blobs };
});

const figures = async () => {
  const kept = await figuresOf(services.db, owner.spaceId);
  expect(kept).toEqual(await countedFigures(services.db, owner.spaceId));
  return kept;
};
const stored = async () => await storedBytesOf(services.db, store.blobs, owner.spaceId);
const sign = async (id: string, bytes: Buffer) =>
  await signParts(services, owner.person, { uploadId: UploadId.parse(id), parts: [declaredOf(bytes, 1)] });
const abort = async (id: string) => valueOf(await abortUpload(services, owner.person, UploadId.parse(id)));

test('bytes that were declared anew take room until the first ones are gone', async () => {
  const begun = await begin(services, owner, { name: 'a', bytes: Buffer.alloc(40, 1) });
  await sendAll(begun, Buffer.alloc(40, 1));
  const second = valueOf(await sign(begun.upload.id, Buffer.alloc(40, 2)));
  await sendAll({ ...begun, signed: second.signed }, Buffer.alloc(40, 2));
  expect(await figures()).toEqual({ used: 0, reserved: 40, held: 40 });
  expect(await stored()).toBe(80);
  expect(errorOf(await sign(begun.upload.id, Buffer.alloc(40, 3)))).toEqual({
    code: 'quota_exceeded',
    facts: { quota: QUOTA, used: 80, needed: 40 },
  });
  // The same bytes again are no new ones.
  expect((await sign(begun.upload.id, Buffer.alloc(40, 2))).ok).toBe(true);
  valueOf(await completeUpload(services, owner.person, UploadId.parse(begun.upload.id)));
  expect(await figures()).toEqual({ used: 40, reserved: 0, held: 40 });

  await deleteDueBlobs(services);
  expect(await stored()).toBe(80);
  world.clock.advance(46 * MINUTE_MS - 1_000);
  await deleteDueBlobs(services);
  expect(await figures()).toMatchObject({ held: 40 });
  world.clock.advance(2_000);
  await deleteDueBlobs(services);
  expect(await figures()).toEqual({ used: 40, reserved: 0, held: 0 });
  expect(await stored()).toBe(40);
});

test('a file in one request that was given up is counted while its address is good, and then deleted', async () => {
  const bytes = Buffer.alloc(60, 1);
  const begun = await begin(services, owner, { name: 'a', bytes });
  await abort(begun.upload.id);
  // The address still works; what it brings is counted.
  expect(await put(defined(begun.signed[0], 'one part'), bytes)).toBe(200);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 60 });
  expect(errorOf(await create(services, owner, { name: 'b', bytes: Buffer.alloc(41) })).code).toBe(
    'quota_exceeded',
  );
  world.clock.advance(47 * MINUTE_MS);
  expect(await deleteDueBlobs(services)).toBe(1);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0 });
  expect(await stored()).toBe(0);
  expect((await create(services, owner, { name: 'b', bytes: Buffer.alloc(100) })).ok).toBe(true);
});

test('what a slow request brings after the deletion is found by the last look', async () => {
  const bytes = Buffer.alloc(60, 1);
  const begun = await begin(services, owner, { name: 'a', bytes });
  await abort(begun.upload.id);
  world.clock.advance(47 * MINUTE_MS);
  expect(await deleteDueBlobs(services)).toBe(1);
  expect(await put(defined(begun.signed[0], 'one part'), bytes)).toBe(200);
  expect(await stored()).toBe(60);
  await deleteDueBlobs(services);
  expect(await stored()).toBe(60);
  world.clock.advance(DAY_MS);
  await deleteDueBlobs(services);
  expect(await stored()).toBe(0);
  const left = await services.db
    .selectFrom('blob')
    .select('id')
    .where('last_look_at', 'is not', null)
    .execute();
  expect(left).toEqual([]);
});

test('an upload that never had an address takes no room once it is given up', async () => {
  const begun = await begin(services, owner, { name: 'a', bytes: Buffer.alloc(60, 1), parts: [] });
  expect(await figures()).toEqual({ used: 0, reserved: 60, held: 0 });
  await abort(begun.upload.id);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0 });
});

test('an upload in parts gives its room back when the store has said that its parts are gone, not before', async () => {
  owner = await world.addOwner();
  const bytes = Buffer.alloc(9 * 1024 * 1024, 1);
  const begun = await begin(services, owner, { name: 'a', bytes });
  await put(defined(begun.signed[0], 'part 1'), defined(cut(bytes)[0], 'part 1'));
  services = { ...services, blobs: { ...store.blobs, abortMultipart: () => Promise.resolve(ok(undefined)) } };
  await abort(begun.upload.id);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: bytes.length });
  expect(await stored()).toBeGreaterThan(0);
  services = { ...services, blobs: store.blobs };
  await abort(begun.upload.id);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0 });
  expect(await stored()).toBe(0);
});

test.each([
  ['does not answer', { ok: false, error: { code: 'store_unavailable' } }],
  ['refuses', { ok: false, error: { code: 'store_refused', diagnosis: 'AccessDenied' } }],
  ['still has it', { ok: true, value: { sizeBytes: 60, etag: 'x', sha256: undefined, md5: undefined } }],
] as const)('while the store %s, nothing counts as deleted', async (_, answer) => {
  const begun = await begin(services, owner, { name: 'a', bytes: Buffer.alloc(60, 1) });
  await abort(begun.upload.id);
  world.clock.advance(47 * MINUTE_MS);
  const head = () => Promise.resolve(answer);
  expect(await deleteDueBlobs({ ...services, blobs: { ...store.blobs, head } })).toBe(0);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 60 });
  // It is tried again, a little later.
  expect(await deleteDueBlobs(services)).toBe(0);
  world.clock.advance(6 * MINUTE_MS);
  expect(await deleteDueBlobs(services)).toBe(1);
});

test('two servers that delete at once count once', async () => {
  const begun = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      begin(services, owner, { name: `n${number}`, bytes: Buffer.alloc(10, number) }),
    ),
  );
  for (const each of begun) await abort(each.upload.id);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 100 });
  world.clock.advance(47 * MINUTE_MS);
  await Promise.all([deleteDueBlobs(services), deleteDueBlobs(services), deleteDueBlobs(services)]);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0 });
});

test('the trash goes after thirty days with all below it, and its objects fourteen days later', async () => {
  const folder = async (name: string, parentId: string) =>
    valueOf(
      await createFolder(services, owner.person, {
        name,
        parentId: NodeId.parse(parentId),
        ifExists: 'fail',
      }),
    ).id;
  const outer = await folder('outer', owner.rootId);
  const inner = await folder('inner', outer);
  await folder('empty', inner);
  const deep = await uploaded(services, owner, { name: 'deep', bytes: Buffer.alloc(10, 1), parentId: inner });
  await uploaded(services, owner, {
    name: 'deep',
    bytes: Buffer.alloc(20, 2),
    parentId: inner,
    conflict: 'replace',
  });
  const kept = await uploaded(services, owner, { name: 'kept', bytes: Buffer.alloc(5, 1) });
  await trashNodes(services, owner.person, [deep.id]);
  await trashNodes(services, owner.person, [NodeId.parse(outer)]);
  world.clock.advance(30 * DAY_MS - 1_000);
  expect(await purgeTrash(services)).toBe(0);
  world.clock.advance(1_000);
  expect(await Promise.all([purgeTrash(services), purgeTrash(services)])).toContain(1);
  expect(await figures()).toEqual({ used: 5, reserved: 0, held: 30 });
  const nodes = await services.db
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', owner.spaceId)
    .execute();
  expect(nodes.map((node) => node.id).toSorted()).toEqual([owner.rootId, kept.id].toSorted());
  expect(await stored()).toBe(35);
  world.clock.advance(14 * DAY_MS - 1_000);
  await deleteDueBlobs(services);
  expect(await stored()).toBe(35);
  world.clock.advance(1_000);
  await deleteDueBlobs(services);
  expect(await stored()).toBe(5);
  expect(await figures()).toEqual({ used: 5, reserved: 0, held: 0 });
  const events = await services.db
    .selectFrom('event')
    .select(['verb', 'node_id'])
    .where('space_id', '=', owner.spaceId)
    .where('verb', '=', 'node_purged')
    .execute();
  expect(events.map((event) => event.node_id)).toContain(outer);
});

test('what has begun to go is neither shown nor brought back, and a killed purge goes on', async () => {
  const node = await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(10, 1) });
  await trashNodes(services, owner.person, [node.id]);
  world.clock.advance(31 * DAY_MS);
  await services.db
    .updateTable('node')
    .set({ purge_began_at: world.clock.now() })
    .where('id', '=', node.id)
    .execute();
  const spaceId = SpaceId.parse(owner.spaceId);
  const trash = valueOf(await listTrash(services, owner.person, { spaceId, query: { at: 0, limit: 10 } }));
  expect(trash).toEqual({ items: [], total: 0 });
  const restored = await restoreNodes(services, owner.person, [node.id]);
  expect(restored.items).toEqual([{ ok: false, id: node.id, code: 'node_not_found' }]);
  expect(await purgeTrash(services)).toBe(1);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 10 });
});

test('what was brought back in time stays', async () => {
  const node = await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(10, 1) });
  await trashNodes(services, owner.person, [node.id]);
  world.clock.advance(31 * DAY_MS);
  const [purged, restored] = await Promise.all([
    purgeTrash(services),
    restoreNodes(services, owner.person, [node.id]),
  ]);
  const isBack = restored.items[0]?.ok === true;
  expect(purged).toBe(isBack ? 0 : 1);
  expect(await figures()).toMatchObject(isBack ? { used: 10, held: 0 } : { used: 0, held: 10 });
});
