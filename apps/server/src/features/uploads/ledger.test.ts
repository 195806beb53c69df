import { NodeId, SpaceId, UploadId } from '@coffer/contracts';
import { DAY_MS, defined, MINUTE_MS, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { begin, create, cut, declaredOf, put, sendAll, uploaded } from '../../live-upload.contract.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { listTrash } from '../files/trash/list-trash.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { completeUpload } from './complete/complete-upload.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { uploadWorld } from './upload.world.ts';

const QUOTA = 100;

const here = uploadWorld({ quotaBytes: QUOTA });
const { abort, figures, folder, storedBytes } = here;

const sign = async (id: string, bytes: Buffer) => await here.sign(id, [declaredOf(bytes, 1)]);

test('declaring other bytes uses quota for both until the first ones are deleted', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: Buffer.alloc(40, 1) });
  await sendAll(begun, Buffer.alloc(40, 1));
  const second = valueOf(await sign(begun.upload.id, Buffer.alloc(40, 2)));
  await sendAll({ ...begun, signed: second.signed }, Buffer.alloc(40, 2));
  expect(await figures()).toEqual({ used: 0, reserved: 40, held: 40, purged: 0 });
  expect(await storedBytes()).toBe(80);
  expect(errorOf(await sign(begun.upload.id, Buffer.alloc(40, 3)))).toEqual({
    code: 'quota_exceeded',
    facts: { space_id: here.owner.spaceId, quota: QUOTA, used: 80, needed: 40 },
  });
  expect((await sign(begun.upload.id, Buffer.alloc(40, 2))).ok).toBe(true);
  valueOf(await completeUpload(here.services, here.owner.person, UploadId.parse(begun.upload.id)));
  expect(await figures()).toEqual({ used: 40, reserved: 0, held: 40, purged: 0 });

  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(80);
  here.world.clock.advance(46 * MINUTE_MS - 1_000);
  await deleteDueBlobs(here.services);
  expect(await figures()).toMatchObject({ held: 40 });
  here.world.clock.advance(2_000);
  await deleteDueBlobs(here.services);
  expect(await figures()).toEqual({ used: 40, reserved: 0, held: 0, purged: 0 });
  expect(await storedBytes()).toBe(40);
});

test('a file in one request that was given up is counted while its address is good, and then deleted', async () => {
  const bytes = Buffer.alloc(60, 1);
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  valueOf(await abort(begun.upload.id));
  expect(await put(defined(begun.signed[0], 'the part was not signed'), bytes)).toBe(200);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 60, purged: 0 });
  expect(errorOf(await create(here.services, here.owner, { name: 'b', bytes: Buffer.alloc(41) })).code).toBe(
    'quota_exceeded',
  );
  here.world.clock.advance(47 * MINUTE_MS);
  expect(await deleteDueBlobs(here.services)).toBe(1);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: 0 });
  expect(await storedBytes()).toBe(0);
  expect((await create(here.services, here.owner, { name: 'b', bytes: Buffer.alloc(100) })).ok).toBe(true);
});

test('bytes of a slow request that arrive after the deletion are found by the last check', async () => {
  const bytes = Buffer.alloc(60, 1);
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  valueOf(await abort(begun.upload.id));
  here.world.clock.advance(47 * MINUTE_MS);
  expect(await deleteDueBlobs(here.services)).toBe(1);
  expect(await put(defined(begun.signed[0], 'the part was not signed'), bytes)).toBe(200);
  expect(await storedBytes()).toBe(60);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(60);
  here.world.clock.advance(DAY_MS);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(0);
  const left = await here.services.db
    .selectFrom('blob')
    .select('id')
    .where('last_look_at', 'is not', null)
    .execute();
  expect(left).toEqual([]);
});

test('an aborted upload that never had a URL uses no quota', async () => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: Buffer.alloc(60, 1), parts: [] });
  expect(await figures()).toEqual({ used: 0, reserved: 60, held: 0, purged: 0 });
  valueOf(await abort(begun.upload.id));
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: 0 });
});

test('an upload in parts gives its room back when the store has said that its parts are gone, not before', async () => {
  here.owner = await here.world.addOwner();
  const bytes = Buffer.alloc(9 * 1024 * 1024, 1);
  const begun = await begin(here.services, here.owner, { name: 'a', bytes });
  await put(defined(begun.signed[0], 'part 1 is missing'), defined(cut(bytes)[0], 'part 1 is missing'));
  here.services = {
    ...here.services,
    blobs: { ...here.store.blobs, abortMultipart: () => Promise.resolve(ok(undefined)) },
  };
  valueOf(await abort(begun.upload.id));
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: bytes.length, purged: 0 });
  expect(await storedBytes()).toBeGreaterThan(0);
  here.services = { ...here.services, blobs: here.store.blobs };
  valueOf(await abort(begun.upload.id));
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: 0 });
  expect(await storedBytes()).toBe(0);
});

test.each([
  ['does not answer', { ok: false, error: { code: 'store_unavailable' } }],
  ['refuses', { ok: false, error: { code: 'store_refused', diagnosis: 'AccessDenied' } }],
  ['still has it', { ok: true, value: { sizeBytes: 60, etag: 'x', sha256: undefined, md5: undefined } }],
] as const)('while the store %s, nothing counts as deleted', async (_, answer) => {
  const begun = await begin(here.services, here.owner, { name: 'a', bytes: Buffer.alloc(60, 1) });
  valueOf(await abort(begun.upload.id));
  here.world.clock.advance(47 * MINUTE_MS);
  const head = () => Promise.resolve(answer);
  expect(await deleteDueBlobs({ ...here.services, blobs: { ...here.store.blobs, head } })).toBe(0);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 60, purged: 0 });
  expect(await deleteDueBlobs(here.services)).toBe(0);
  here.world.clock.advance(6 * MINUTE_MS);
  expect(await deleteDueBlobs(here.services)).toBe(1);
});

test('two concurrent deletions count once', async () => {
  const begun = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      begin(here.services, here.owner, { name: `n${number}`, bytes: Buffer.alloc(10, number) }),
    ),
  );
  for (const each of begun) valueOf(await abort(each.upload.id));
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 100, purged: 0 });
  here.world.clock.advance(47 * MINUTE_MS);
  await Promise.all([
    deleteDueBlobs(here.services),
    deleteDueBlobs(here.services),
    deleteDueBlobs(here.services),
  ]);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: 0 });
});

test('the trash is emptied after thirty days with all descendants, and its objects a day later', async () => {
  const outer = await folder('outer');
  const inner = await folder('inner', outer);
  await folder('empty', inner);
  const deep = await uploaded(here.services, here.owner, {
    name: 'deep',
    bytes: Buffer.alloc(10, 1),
    parentId: inner,
  });
  await uploaded(here.services, here.owner, {
    name: 'deep',
    bytes: Buffer.alloc(20, 2),
    parentId: inner,
    conflict: 'replace',
  });
  const kept = await uploaded(here.services, here.owner, { name: 'kept', bytes: Buffer.alloc(5, 1) });
  await trashNodes(here.services, here.owner.person, [deep.id]);
  await trashNodes(here.services, here.owner.person, [NodeId.parse(outer)]);
  here.world.clock.advance(30 * DAY_MS - 1_000);
  expect(await purgeTrash(here.services)).toBe(0);
  here.world.clock.advance(1_000);
  const [first, second] = await Promise.all([purgeTrash(here.services), purgeTrash(here.services)]);
  expect(first + second).toBe(2);
  expect(await figures()).toEqual({ used: 5, reserved: 0, held: 0, purged: 30 });
  const nodes = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', here.owner.spaceId)
    .execute();
  expect(nodes.map((node) => node.id).toSorted()).toEqual([here.owner.rootId, kept.id].toSorted());
  expect(await storedBytes()).toBe(35);
  here.world.clock.advance(DAY_MS - 1_000);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(35);
  here.world.clock.advance(1_000);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(5);
  expect(await figures()).toEqual({ used: 5, reserved: 0, held: 0, purged: 0 });
  const events = await here.services.db
    .selectFrom('event')
    .select(['verb', 'node_id'])
    .where('space_id', '=', here.owner.spaceId)
    .where('verb', '=', 'node_purged')
    .execute();
  expect(events.map((event) => event.node_id)).toContain(outer);
});

test('a deletion in progress is neither shown nor undone, and a killed purge resumes', async () => {
  const node = await uploaded(here.services, here.owner, { name: 'a', bytes: Buffer.alloc(10, 1) });
  await trashNodes(here.services, here.owner.person, [node.id]);
  here.world.clock.advance(31 * DAY_MS);
  await here.services.db
    .updateTable('node')
    .set({ purge_began_at: here.world.clock.now() })
    .where('id', '=', node.id)
    .execute();
  const spaceId = SpaceId.parse(here.owner.spaceId);
  const trash = valueOf(
    await listTrash(here.services, here.owner.person, {
      spaceId,
      query: { sort: 'trashed', order: 'desc', at: 0, limit: 10 },
    }),
  );
  expect(trash).toMatchObject({ items: [], total: 0 });
  const restored = await restoreNodes(here.services, here.owner.person, [node.id]);
  expect(restored.items).toEqual([{ ok: false, id: node.id, code: 'node_not_found' }]);
  expect(await purgeTrash(here.services)).toBe(1);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: 10 });
});

test('items restored in time stay', async () => {
  const node = await uploaded(here.services, here.owner, { name: 'a', bytes: Buffer.alloc(10, 1) });
  await trashNodes(here.services, here.owner.person, [node.id]);
  here.world.clock.advance(31 * DAY_MS);
  const [purged, restored] = await Promise.all([
    purgeTrash(here.services),
    restoreNodes(here.services, here.owner.person, [node.id]),
  ]);
  const isBack = restored.items[0]?.ok === true;
  expect(purged).toBe(isBack ? 0 : 1);
  expect(await figures()).toMatchObject(isBack ? { used: 10, purged: 0 } : { used: 0, purged: 10 });
});
