// Folders of every size give the same results, whether the search reads their items, their folders, or the ancestors of
// each match.
import { NodeId, nameKey, SearchQuery } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { indexText } from '../../../platform/texts/index-text.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { nameSort } from '../model.ts';
import { moveNodes } from '../move/move-nodes.ts';
import { insertNodes } from '../store/put.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { search } from './search.ts';
import { searchContents } from './search-contents.ts';
import { type SearchWorld, startSearchWorld } from './search.world.ts';

let world: SearchWorld;
let owner: Owner;
beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
});

type Size = 'small' | 'large' | 'of many folders';
const SIZES: readonly Size[] = ['small', 'large', 'of many folders'];

/** Makes the folder look larger: raises its stored counts, or adds empty folders. */
async function grow(folderId: string, size: Size): Promise<void> {
  const { db, clock, newId } = world.services;
  if (size === 'large') {
    await sql`insert into folder_content (space_id, folder_id, folders, files, file_bytes)
      values (${owner.spaceId}, ${folderId}, 0, 1000000, 0)
      on conflict (space_id, folder_id) do update set files = 1000000`.execute(db);
  }
  if (size !== 'of many folders') return;
  const folders = Array.from({ length: 5_001 }, (_, at) => ({
    spaceId: owner.spaceId,
    parentId: folderId,
    id: newId(),
    kind: 'folder' as const,
    name: `empty ${at}`,
    nameKey: nameKey(`empty ${at}`),
    nameSort: nameSort(`empty ${at}`),
    versionId: null,
    sizeBytes: 0,
    mediaType: '',
    modifiedAt: clock.now(),
    createdBy: owner.person.id,
    now: clock.now(),
  }));
  await inTransaction(db, async (tx) => await insertNodes(tx, folders));
}

/** Creates nested folders with files in each of them and outside them. */
async function fill() {
  const trip = await world.addFolder(owner, 'Trip');
  const sea = await world.addFolder(owner, 'Plan of the sea', trip);
  const deep = await world.addFolder(owner, 'Deep', sea);
  const beside = await world.addFolder(owner, 'Trip plan');
  const [inTrip = ''] = await world.addFiles(owner, ['plan a.txt'], { parentId: trip });
  const [inDeep = ''] = await world.addFiles(owner, ['plan b.txt', 'planz.txt', 'p.txt'], { parentId: deep });
  const [inBeside = ''] = await world.addFiles(owner, ['plan c.txt'], { parentId: beside });
  await world.addFiles(owner, ['plan d.txt']);
  return { trip, sea, deep, beside, inTrip, inDeep, inBeside };
}

const sorted = async (folder: string, asked: Readonly<Record<string, string>> = {}) =>
  (await world.names(owner.person, { q: 'plan', folder, ...asked })).toSorted();
const IN_SEA = ['plan b.txt', 'planz.txt'];
const IN_TRIP = ['Plan of the sea', 'plan a.txt', ...IN_SEA];

test.each(SIZES)('a search in a folder that is %s finds only what lies below it', async (size) => {
  const { trip, sea, deep, beside } = await fill();
  await grow(trip, size);
  await grow(sea, size);
  expect(await sorted(trip)).toEqual(IN_TRIP);
  expect(await sorted(sea)).toEqual(IN_SEA);
  expect(await sorted(beside)).toEqual(['plan c.txt']);
  expect(await sorted(trip, { kind: 'folder' })).toEqual(['Plan of the sea']);
  expect(await world.names(owner.person, { q: 'paln', folder: sea })).toEqual(
    expect.arrayContaining(['plan b.txt']),
  );
  expect(await world.names(owner.person, { q: 'p', folder: sea })).toContain('p.txt');
  expect(await sorted(owner.rootId)).toHaveLength(7);

  await trashNodes(world.services, owner.person, [deep]);
  expect(await sorted(trip)).toEqual(['Plan of the sea', 'plan a.txt']);
  expect(await sorted(trip, { trash: 'only' })).toEqual(IN_SEA);
  expect(await sorted(trip, { trash: 'include' })).toEqual(IN_TRIP);
});

test('an item that moves in or out is found where it is, and pages go on in the folder', async () => {
  const { trip, beside, inBeside } = await fill();
  const target = NodeId.parse(trip);
  await moveNodes(world.services, owner.person, {
    ids: [NodeId.parse(inBeside)],
    parentId: target,
    conflict: 'fail',
  });
  expect([await sorted(trip), await sorted(beside)]).toEqual([[...IN_TRIP, 'plan c.txt'].toSorted(), []]);
  const first = await world.page(owner.person, { q: 'plan', folder: trip, limit: '2' });
  expect(first.total).toBe(5);
  const rest = await world.page(owner.person, { q: 'plan', folder: trip, after: first.next ?? '' });
  const names = [...first.items, ...rest.items].map(({ node }) => node.name);
  expect(names.toSorted()).toEqual([...IN_TRIP, 'plan c.txt'].toSorted());
});

test('a folder of a stranger, in the trash, a file and nothing answer alike, and another space has none of it', async () => {
  const { trip, inTrip, deep } = await fill();
  const stranger = await world.addOwner();
  const ask = async (folder: string, person = owner.person) =>
    errorOf(await search(world.services, person, SearchQuery.parse({ q: 'plan', folder })));
  const refusals = [
    await ask(trip, stranger.person),
    await ask(inTrip),
    await ask(NodeId.parse(world.services.newId())),
  ];
  await trashNodes(world.services, owner.person, [deep]);
  expect([...refusals, await ask(deep)]).toEqual(
    Array.from({ length: 4 }, () => ({ code: 'node_not_found' })),
  );
  expect(await sorted(trip, { space: stranger.spaceId })).toEqual([]);
  expect(await sorted(trip, { space: owner.spaceId })).toHaveLength(2);
  expect(SearchQuery.safeParse({ q: 'plan', folder: 'trip' }).success).toBe(false);
});

test.each(SIZES)('a contributor finds only their own in a folder that is %s', async (size) => {
  const guest = await world.addOwner();
  await world.addMember(owner, guest.person, 'contributor');
  const trip = await world.addFolder(owner, 'Trip');
  const set = { created_by: guest.person.id };
  await world.services.db.updateTable('node').set(set).where('id', '=', trip).execute();
  await world.addFiles(owner, ['plan of the owner.txt'], { parentId: trip });
  await world.addFiles(owner, ['plan of the guest.txt'], { parentId: trip, createdBy: guest.person.id });
  await world.addFiles(owner, ['plan beside.txt'], { createdBy: guest.person.id });
  await grow(trip, size);
  expect(await world.names(guest.person, { q: 'plan', folder: trip })).toEqual(['plan of the guest.txt']);
});

test.each(SIZES)(
  'contents are searched in a folder that is %s, and those still to be read are counted',
  async (size) => {
    const { trip, deep, inTrip, inDeep, inBeside } = await fill();
    await grow(trip, size);
    const { db } = world.services;
    const add = async (ids: readonly string[], state: 'ready' | 'waiting') => {
      const made = indexText('the lighthouse keeper');
      const isReady = state === 'ready';
      await sql`
      insert into document (space_id, node_id, version_id, state, due_at, language, text, folded, folded_starts, text_starts, words)
      select space_id, id, current_version_id, ${state}, created_at, 'en', ${isReady ? made.text : null}, ${isReady ? made.folded : null},
        '{1}', '{0}', ${isReady ? made.vector : null}::tsvector
      from node where id = any(${ids}::uuid[])`.execute(db);
    };
    await add([inTrip, inDeep, inBeside], 'ready');
    const [waiting = ''] = await world.addFiles(owner, ['late.txt'], { parentId: deep });
    const [elsewhere = ''] = await world.addFiles(owner, ['later.txt']);
    await add([waiting, elsewhere], 'waiting');
    const services = { ...world.services, config: { searchesContents: true } };
    const find = async (q: string, folder: string) => {
      const query = SearchQuery.parse({ q, folder, in: 'content' });
      const { items, total, unread } = valueOf(await searchContents(services, owner.person, query));
      return { names: items.map(({ node }) => node.name).toSorted(), total, unread };
    };
    expect(await find('lighthouse', trip)).toEqual({
      names: ['plan a.txt', 'plan b.txt'],
      total: 2,
      unread: 1,
    });
    expect(await find('"lighthouse keeper" -sailor', deep)).toMatchObject({
      names: ['plan b.txt'],
      unread: 1,
    });
    const stranger = await world.addOwner();
    const query = SearchQuery.parse({ q: 'lighthouse', folder: trip, in: 'content' });
    expect(errorOf(await searchContents(services, stranger.person, query)).code).toBe('node_not_found');
  },
);
