import { NodeId, type Person } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Owner } from '../../../live.world.ts';
import { type SearchWorld, startSearchWorld } from '../find/search.world.ts';
import { listRowFacts } from './list-row-facts.ts';

let world: SearchWorld;
let owner: Owner;
let folder: NodeId;
let file: NodeId;

beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
  folder = await world.addFolder(owner, 'plans');
  const [first = ''] = await world.addFiles(owner, ['a.txt', 'b.txt'], { parentId: folder });
  await world.addFolder(owner, 'inner', folder);
  file = NodeId.parse(first);
});

const factsFor = async (person: Person, ids: readonly string[] = [folder, file]) =>
  (
    await listRowFacts(
      world.services,
      person,
      ids.map((id) => NodeId.parse(id)),
    )
  ).items;

async function shareWith(nodeId: string, holder: Owner, options: { readonly expiresAt?: Date } = {}) {
  const now = world.clock.now();
  await world.services.db
    .insertInto('grant')
    .values({
      space_id: owner.spaceId,
      node_id: nodeId,
      user_id: holder.person.id,
      role: 'editor',
      granted_by: owner.person.id,
      message: '',
      expires_at: options.expiresAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function link(nodeId: string, state: { readonly revoked?: true; readonly expired?: true } = {}) {
  const now = world.clock.now();
  const id = world.services.newId();
  await world.services.db
    .insertInto('link')
    .values({
      id,
      space_id: owner.spaceId,
      node_id: nodeId,
      kind: 'download',
      label: '',
      token_hash: id.replaceAll('-', '').padEnd(64, '0'),
      expires_at: new Date(now.getTime() + (state.expired === true ? -MINUTE_MS : MINUTE_MS)),
      revoked_at: state.revoked === true ? now : null,
      created_by: owner.person.id,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

const PLAIN = { picture: null, changedBy: { kind: 'you' }, sharedWith: { names: [], count: 0 }, links: 0 };

/** The total size of the files directly in the folder. */
async function bytesIn(folderId: string): Promise<number> {
  const query = world.services.db.selectFrom('node').select('size_bytes').where('parent_id', '=', folderId);
  return (await query.execute()).reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);
}

test('a folder shows its number of items, a file its last author', async () => {
  expect(await factsFor(owner.person)).toEqual([
    { ...PLAIN, id: folder, items: 3, sizeBytes: await bytesIn(folder) },
    { ...PLAIN, id: file, items: null, sizeBytes: null },
  ]);
});

test('the size of a folder includes all descendants outside the trash, up to a limit of folders', async () => {
  const inner = await world.addFolder(owner, 'deeper', folder);
  const [kept = '', gone = ''] = await world.addFiles(owner, ['c.txt', 'd.txt'], { parentId: inner });
  const before = await bytesIn(folder);
  await world.services.db.updateTable('node').set({ size_bytes: 5_000 }).where('id', '=', kept).execute();
  expect((await factsFor(owner.person, [folder]))[0]?.sizeBytes).toBe(before + (await bytesIn(inner)));
  await world.services.db
    .updateTable('node')
    .set({ trashed_at: world.clock.now(), trashed_by: owner.person.id })
    .where('id', '=', gone)
    .execute();
  expect((await factsFor(owner.person, [inner]))[0]?.sizeBytes).toBe(5_000);
  for (let number = 0; number < 99; number += 1) await world.addFolder(owner, `many ${number}`, inner);
  expect((await factsFor(owner.person, [inner, folder])).map((facts) => facts.sizeBytes)).toEqual([
    5_000,
    null,
  ]);
});

test('grants and links on the item itself count as long as they work', async () => {
  const holders = [await world.addOwner(), await world.addOwner(), await world.addOwner()];
  const [first, second, third] = holders;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('the test needs three people');
  await shareWith(folder, first);
  await shareWith(folder, second, { expiresAt: new Date(world.clock.now().getTime() + MINUTE_MS) });
  await shareWith(folder, third, { expiresAt: world.clock.now() });
  await link(folder);
  await link(folder, { revoked: true });
  await link(folder, { expired: true });
  const [facts, below] = await factsFor(owner.person);
  expect(facts?.sharedWith.count).toBe(2);
  expect(facts?.sharedWith.names.toSorted()).toEqual([first.person.name, second.person.name].toSorted());
  expect(facts?.links).toBe(1);
  expect(below).toMatchObject({ sharedWith: { count: 0 }, links: 0 });
});

test('a guest of one folder learns nothing of the others, a contributor nothing but their own', async () => {
  const [guest, other, contributor] = [
    await world.addOwner(),
    await world.addOwner(),
    await world.addOwner(),
  ];
  await shareWith(folder, guest);
  await shareWith(folder, other);
  await link(folder);
  await world.addMember(owner, contributor.person, 'contributor');
  expect(await factsFor(guest.person)).toMatchObject([
    { items: 3, sharedWith: { count: 0 }, links: 0 },
    { changedBy: { kind: 'person', name: owner.person.name } },
  ]);
  const root = owner.rootId;
  expect(await factsFor(contributor.person, [root, folder, file])).toMatchObject([
    { id: root, items: null, changedBy: { kind: 'hidden_person' }, links: 0 },
  ]);
});

test('a stranger gets an empty answer, as for an unknown node', async () => {
  const stranger = await world.addOwner();
  expect(await factsFor(stranger.person)).toEqual([]);
  expect(await factsFor(stranger.person, [world.services.newId()])).toEqual([]);
});
