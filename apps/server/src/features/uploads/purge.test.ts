import { LIMITS, NodeId, SpaceId, type SpaceRole, UploadId } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { begin, create, sendAll, uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../live.world.ts';
import { emptyTrash } from '../files/trash/empty-trash.ts';
import { getTrashSummary } from '../files/trash/get-trash-summary.ts';
import { listTrash } from '../files/trash/list-trash.ts';
import { purgeNodes } from '../files/trash/purge-nodes.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { completeUpload } from './complete/complete-upload.ts';
import { MIB, uploadWorld } from './upload.world.ts';

const QUOTA = 1_000;

const here = uploadWorld({ quotaBytes: QUOTA });
const { figures, folder, storedBytes } = here;

const id = (text: string): NodeId => NodeId.parse(text);
const spaceOf = ({ spaceId }: Owner): SpaceId => SpaceId.parse(spaceId);
const file = async (name: string, size: number, parentId = here.owner.rootId) =>
  (await uploaded(here.services, here.owner, { name, bytes: Buffer.alloc(size, name), parentId })).id;
const trash = async (...ids: string[]) => await trashNodes(here.services, here.owner.person, ids.map(id));
const restore = async (...ids: string[]) => await restoreNodes(here.services, here.owner.person, ids.map(id));
const purge = async (ids: readonly string[], as = here.owner) =>
  await purgeNodes(here.services, as.person, ids.map(id));
const empty = async (trashedUntil?: string, as = here.owner) =>
  await emptyTrash(here.services, as.person, {
    spaceId: spaceOf(here.owner),
    body: trashedUntil === undefined ? {} : { trashedUntil },
  });
const listed = async (sort: 'name' | 'size' | 'trashed' = 'name', order: 'asc' | 'desc' = 'asc') =>
  valueOf(
    await listTrash(here.services, here.owner.person, {
      spaceId: spaceOf(here.owner),
      query: { sort, order, at: 0, limit: 100 },
    }),
  ).items.map(({ node }) => node.name);
const summary = async () =>
  valueOf(await getTrashSummary(here.services, here.owner.person, spaceOf(here.owner)));
const living = async (folderId?: string) => (await here.listed(folderId)).map(({ name }) => name);
const purgedEvents = async () =>
  await here.services.db
    .selectFrom('event')
    .select(['node_id', 'actor_id'])
    .where('space_id', '=', here.owner.spaceId)
    .where('verb', '=', 'node_purged')
    .execute();

async function addMember(role: SpaceRole): Promise<Owner> {
  const member = await here.world.addOwner();
  await here.services.db
    .insertInto('member')
    .values({
      space_id: here.owner.spaceId,
      user_id: member.person.id,
      role,
      created_at: here.world.clock.now(),
    })
    .execute();
  return member;
}

test('permanent deletion frees the quota at once, and the store after the quarantine', async () => {
  const full = await file('full', QUOTA);
  expect(
    errorOf(await create(here.services, here.owner, { name: 'more', bytes: Buffer.alloc(1) })).code,
  ).toBe('quota_exceeded');
  await trash(full);
  expect(await figures()).toMatchObject({ used: QUOTA });
  expect(await purge([full])).toEqual({ items: [{ id: full, ok: true }], unfinished: 0 });
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: QUOTA });
  await file('more', QUOTA);
  here.world.clock.advance(LIMITS.purgedLifeMs - 1_000);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(2 * QUOTA);
  here.world.clock.advance(1_000);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(QUOTA);
  expect(await figures()).toEqual({ used: QUOTA, reserved: 0, held: 0, purged: 0 });
});

test('a file that was sent in parts leaves the store as well', async () => {
  const size = 9 * MIB;
  const { db } = here.services;
  await db
    .updateTable('space')
    .set({ quota_bytes: 2 * size })
    .where('id', '=', here.owner.spaceId)
    .execute();
  const large = await file('large', size);
  await trash(large);
  await purge([large]);
  expect(await figures()).toMatchObject({ used: 0, purged: size });
  here.world.clock.advance(LIMITS.purgedLifeMs);
  await deleteDueBlobs(here.services);
  expect(await storedBytes()).toBe(0);
  expect(await figures()).toMatchObject({ used: 0, held: 0, purged: 0 });
});

test('a space that is filled and emptied again and again takes no more than twice its quota in the store', async () => {
  for (const name of ['one', 'two']) {
    const full = await file(name, QUOTA);
    await trash(full);
    await purge([full]);
  }
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: QUOTA, purged: QUOTA });
  expect(
    errorOf(await create(here.services, here.owner, { name: 'three', bytes: Buffer.alloc(1) })).code,
  ).toBe('quota_exceeded');
  // From now on, no presigned URL can write the second object again.
  here.world.clock.advance(47 * 60_000);
  await deleteDueBlobs(here.services);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: QUOTA });
  await file('three', QUOTA);
});

test('items outside the trash, missing ones and foreign ones are rejected one by one', async () => {
  const mine = await file('mine', 1);
  const alive = await file('alive', 1);
  const stranger = await here.world.addOwner();
  await trash(mine);
  const unknown = here.services.newId();
  expect((await purge([mine], stranger)).items).toEqual([{ id: mine, ok: false, code: 'node_not_found' }]);
  expect((await purge([alive, here.owner.rootId, unknown, mine, mine])).items).toEqual([
    { id: alive, ok: false, code: 'not_in_trash' },
    { id: here.owner.rootId, ok: false, code: 'not_in_trash' },
    { id: unknown, ok: false, code: 'node_not_found' },
    { id: mine, ok: true },
    { id: mine, ok: true },
  ]);
  expect(await living()).toEqual(['alive']);
  expect((await purge([mine])).items).toEqual([{ id: mine, ok: false, code: 'node_not_found' }]);
  expect(await purgedEvents()).toEqual([{ node_id: mine, actor_id: here.owner.person.id }]);
  expect(errorOf(await empty(undefined, stranger)).code).toBe('space_not_found');
});

test('a living file in a folder of the trash cannot be named', async () => {
  const outer = await folder('outer');
  const below = await file('below', 1, outer);
  await trash(outer);
  expect((await purge([below])).items).toEqual([{ id: below, ok: false, code: 'node_not_found' }]);
  expect(await figures()).toMatchObject({ used: 1 });
});

const REFUSED = { code: 'not_allowed', facts: { needed_role: 'manager' } };

test.each([
  ['viewer', 'not_allowed'],
  ['contributor', 'node_not_found'],
  ['editor', 'not_allowed'],
] as const)('a %s deletes nothing permanently', async (role, code) => {
  const member = await addMember(role);
  const target = await file('target', 1);
  await trash(target);
  expect((await purge([target], member)).items).toEqual([{ id: target, ok: false, code }]);
  expect(errorOf(await empty(undefined, member))).toEqual(REFUSED);
  expect(await listed()).toEqual(['target']);
});

test('a manager deletes items permanently and empties the trash', async () => {
  const member = await addMember('manager');
  const target = await file('target', 1);
  await trash(target, await file('other', 1));
  expect((await purge([target], member)).items).toEqual([{ id: target, ok: true }]);
  expect(valueOf(await empty(undefined, member))).toEqual({ items: 1, unfinished: 0 });
  expect(await listed()).toEqual([]);
});

test('a contributor cannot permanently delete their own upload', async () => {
  const member = await addMember('contributor');
  const own = (
    await uploaded(
      here.services,
      { ...here.owner, person: member.person },
      { name: 'own', bytes: Buffer.alloc(1) },
    )
  ).id;
  await trashNodes(here.services, member.person, [own]);
  expect((await purge([own], member)).items).toEqual([{ id: own, ok: false, code: 'not_allowed' }]);
});

test('emptying deletes everything that was in the trash, and keeps later items', async () => {
  const outer = await folder('outer');
  await file('deep', 30, await folder('inner', outer));
  await trash(outer, await file('flat', 20));
  const before = await summary();
  expect(before).toMatchObject({ items: 2, sizeBytes: 50, deleting: 0 });
  here.world.clock.advance(1_000);
  await trash(await file('late', 10));
  expect(valueOf(await empty(before.asOf))).toEqual({ items: 2, unfinished: 0 });
  expect(await listed()).toEqual(['late']);
  expect(await figures()).toEqual({ used: 10, reserved: 0, held: 0, purged: 50 });
  here.world.clock.advance(1_000);
  // A time in the future counts as now.
  expect(valueOf(await empty('2999-01-01T00:00:00.000Z'))).toEqual({ items: 1, unfinished: 0 });
  expect(await summary()).toMatchObject({ items: 0, sizeBytes: 0, deleting: 0 });
  expect(valueOf(await empty())).toEqual({ items: 0, unfinished: 0 });
  expect(await purgedEvents()).toHaveLength(3);
});

test('an item that was trashed before its folder stays in the trash when the folder is deleted', async () => {
  const outer = await folder('outer');
  const inner = await folder('inner', outer);
  const early = await file('early', 5, inner);
  await trash(early);
  await file('below', 7, inner);
  await trash(outer);
  expect(await summary()).toMatchObject({ items: 2, sizeBytes: 12 });
  await purge([outer]);
  expect(await listed()).toEqual(['early']);
  expect(await figures()).toMatchObject({ used: 5, purged: 7 });
  expect((await restore(early)).items).toMatchObject([{ ok: true, node: { parentId: here.owner.rootId } }]);
});

test('of concurrent restoring and deleting exactly one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const contested = await file(`contested ${round}`, 10);
    await trash(contested);
    const [restored, purged] = await Promise.all([restore(contested), purge([contested])]);
    const isBack = restored.items[0]?.ok === true;
    expect(purged.items).toEqual([
      isBack ? { id: contested, ok: false, code: 'not_in_trash' } : { id: contested, ok: true },
    ]);
    expect(await living()).toEqual(isBack ? [`contested ${round}`] : []);
    await trash(contested);
    await purge([contested]);
  }
});

test('two people who empty at the same moment delete each item once', async () => {
  const manager = await addMember('manager');
  for (let number = 0; number < 20; number += 1) await trash(await file(`n${number}`, 1));
  const [one, two] = await Promise.all([empty(), empty(undefined, manager)]);
  expect(valueOf(one).items + valueOf(two).items).toBe(20);
  expect(await purgedEvents()).toHaveLength(20);
  expect(await figures()).toEqual({ used: 0, reserved: 0, held: 0, purged: 20 });
});

test('an upload that finishes below a folder that is being deleted leaves nothing behind', async () => {
  const doomed = await folder('doomed');
  const upload = await begin(here.services, here.owner, {
    name: 'late',
    bytes: Buffer.alloc(9, 1),
    parentId: doomed,
  });
  await sendAll(upload, Buffer.alloc(9, 1));
  await trash(doomed);
  const [completed] = await Promise.all([
    completeUpload(here.services, here.owner.person, UploadId.parse(upload.upload.id)),
    purge([doomed]),
  ]);
  expect(errorOf(completed).code).toBe('node_not_found');
  expect(await living()).toEqual([]);
  expect(await purgeTrash(here.services)).toBe(0);
  expect(await figures()).toMatchObject({ used: 0, purged: 0 });
});

async function addFolders(parentId: string, count: number): Promise<void> {
  await sql`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, modified_at, created_by, created_at, updated_at)
    select ${here.owner.spaceId}, gen_random_uuid(), ${parentId}, 'folder', number, number, number, now(), ${here.owner.person.id}, now(), now()
    from (select generate_series(1, ${count}::int)::text as number) numbers`.execute(here.services.db);
}

test('a large deletion that was killed is hidden at once and finished by the job', async () => {
  const large = await folder('large');
  await addFolders(large, 4_500);
  await trash(large);
  expect(await purge([large])).toEqual({ items: [{ id: large, ok: true }], unfinished: 1 });
  expect(await listed()).toEqual([]);
  expect(await summary()).toMatchObject({ items: 0, deleting: 1 });
  expect((await restore(large)).items).toEqual([{ id: large, ok: false, code: 'node_not_found' }]);
  expect(await purge([large])).toEqual({ items: [{ id: large, ok: true }], unfinished: 1 });
  await expect(purgeTrash({ ...here.services, db: failingAfter(here.services.db, 3) })).rejects.toThrow(
    'killed',
  );
  expect(await summary()).toMatchObject({ items: 0, deleting: 1 });
  expect(await purgeTrash(here.services)).toBe(1);
  expect(await summary()).toMatchObject({ items: 0, deleting: 0 });
  expect(await purgedEvents()).toHaveLength(1);
});

test('what the trash keeps no longer is deleted by nobody, and a space that fails does not stop another', async () => {
  const other = await here.world.addOwner();
  // What other tests have left.
  here.world.clock.advance(LIMITS.trashLifeMs + 1);
  await purgeTrash(here.services);
  await trash(await file('mine', 1));
  const bytes = Buffer.alloc(1);
  const theirs = (await uploaded(here.services, other, { name: 'theirs', bytes })).id;
  await trashNodes(here.services, other.person, [theirs]);
  here.world.clock.advance(LIMITS.trashLifeMs + 1);
  const failing = { ...here.services, db: failingAfter(here.services.db, 0, 1) };
  await expect(purgeTrash(failing)).rejects.toThrow('killed');
  const left = here.services.db
    .selectFrom('node')
    .select('id')
    .where('trashed_at', 'is not', null)
    .where('space_id', 'in', [here.owner.spaceId, other.spaceId]);
  expect(await left.execute()).toHaveLength(1);
  expect(await purgeTrash(here.services)).toBe(1);
  expect(await purgedEvents()).toMatchObject([{ actor_id: null }]);
});

/** Fails every transaction after the first `count`, like a killed server, or only the next `times`. */
function failingAfter(
  db: UploadServices['db'],
  count: number,
  times = Number.POSITIVE_INFINITY,
): UploadServices['db'] {
  let left = count;
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction' && left-- <= 0 && left >= -times) throw new Error('killed');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('the list is sorted by name, size and time, and says who deleted an item', async () => {
  const member = await addMember('editor');
  for (const [name, size] of [
    ['b', 3],
    ['a', 2],
    ['c', 1],
  ] as const) {
    await trashNodes(here.services, member.person, [await file(name, size)]);
    here.world.clock.advance(1_000);
  }
  expect(await listed('name')).toEqual(['a', 'b', 'c']);
  expect(await listed('name', 'desc')).toEqual(['c', 'b', 'a']);
  expect(await listed('size')).toEqual(['c', 'a', 'b']);
  expect(await listed('trashed', 'desc')).toEqual(['c', 'a', 'b']);
  const page = valueOf(
    await listTrash(here.services, here.owner.person, {
      spaceId: spaceOf(here.owner),
      query: { sort: 'name', order: 'asc', at: 2, limit: 5 },
    }),
  );
  expect([page.total, page.items.map(({ node, deletedBy }) => [node.name, deletedBy])]).toEqual([
    3,
    [['c', member.person.name]],
  ]);
});
