import { LIMITS, type MomentsPage, MomentsQuery, NodeId } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { moveNodes } from '../move/move-nodes.ts';
import { renameNode } from '../rename-node.ts';
import { restoreNodes } from '../trash/restore-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { listRecent, listStarred } from './list-moments.ts';
import { type SearchWorld, startSearchWorld } from './search.world.ts';
import { addStar, listStars, removeStar } from './stars.ts';

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

const SECOND = 1_000;

async function recent(asked: Readonly<Record<string, string>> = {}, person = owner.person) {
  return valueOf(await listRecent(world.services, person, MomentsQuery.parse(asked)));
}

async function starred(asked: Readonly<Record<string, string>> = {}) {
  return valueOf(await listStarred(world.services, owner.person, MomentsQuery.parse(asked)));
}

const namesOf = ({ items }: MomentsPage): readonly string[] => items.map(({ node }) => node.name);

async function addInTurn(names: readonly string[], parentId?: string): Promise<readonly NodeId[]> {
  const ids: NodeId[] = [];
  for (const name of names) {
    world.clock.advance(SECOND);
    const added = await world.addFiles(owner, [name], parentId === undefined ? {} : { parentId });
    ids.push(...added.map((id) => NodeId.parse(id)));
  }
  return ids;
}

async function allPages(read: (asked: Readonly<Record<string, string>>) => Promise<MomentsPage>) {
  const names: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await read({ limit: '2', ...(after === undefined ? {} : { after }) });
    names.push(...namesOf(page));
    after = page.next;
  }
  return names;
}

test('the most recently changed file comes first, with its path and time', async () => {
  const folderId = await world.addFolder(owner, 'Letters');
  const [first] = await addInTurn(['first.txt'], folderId);
  await addInTurn(['second.txt']);
  world.clock.advance(SECOND);
  valueOf(
    await renameNode(world.services, owner.person, {
      nodeId: NodeId.parse(first),
      name: 'first, again.txt',
      revision: 1,
    }),
  );
  const page = await recent();
  expect(namesOf(page)).toEqual(['first, again.txt', 'second.txt']);
  expect(page.items[0]).toMatchObject({
    at: world.clock.now().toISOString(),
    path: [{ id: folderId, name: 'Letters' }],
    space: { id: owner.spaceId },
  });
});

test('pages follow each other without a gap, also among files of the same moment', async () => {
  await world.addFiles(owner, ['a', 'b', 'c', 'd', 'e']);
  expect((await allPages(recent)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('trashed files and files in trashed folders are not recent', async () => {
  const folderId = await world.addFolder(owner, 'old');
  await addInTurn(['older.txt']);
  await addInTurn(['below 1.txt', 'below 2.txt', 'below 3.txt'], folderId);
  const [trashedId] = await addInTurn(['trashed.txt']);
  await trashNodes(world.services, owner.person, [folderId, NodeId.parse(trashedId)]);
  expect(namesOf(await recent({ limit: '1' }))).toEqual(['older.txt']);
});

test('a file in a folder that moves to another space stays where it was in the list', async () => {
  const folderId = await world.addFolder(owner, 'Archive');
  await addInTurn(['old.txt'], folderId);
  await addInTurn(['new.txt']);
  const other = await world.addOwner();
  const key = { space_id: other.spaceId, user_id: owner.person.id };
  await world.services.db
    .insertInto('member')
    .values({ ...key, role: 'editor', created_at: world.clock.now() })
    .execute();
  world.clock.advance(SECOND);
  const parentId = NodeId.parse(other.rootId);
  valueOf(await moveNodes(world.services, owner.person, { ids: [folderId], parentId, conflict: 'fail' }));
  expect(namesOf(await recent())).toEqual(['new.txt', 'old.txt']);
});

test('spaces of others are not read, and a contributor sees only their own files', async () => {
  await addInTurn(['of the owner.txt']);
  const other = await world.addOwner();
  expect(namesOf(await recent({}, other.person))).toEqual([]);
  await world.addMember(owner, other.person, 'contributor');
  await world.addFiles(owner, ['of the contributor.txt'], { createdBy: other.person.id });
  expect(namesOf(await recent({}, other.person))).toEqual(['of the contributor.txt']);
});

test('stars are listed newest first, each once, and only for the one who gave them', async () => {
  const folderId = await world.addFolder(owner, 'Folder');
  const [fileId] = await addInTurn(['file.txt']);
  for (const id of [folderId, NodeId.parse(fileId), folderId]) {
    world.clock.advance(SECOND);
    valueOf(await addStar(world.services, owner.person, id));
  }
  expect(namesOf(await starred())).toEqual(['file.txt', 'Folder']);
  expect(await allPages(starred)).toEqual(['file.txt', 'Folder']);
  expect((await listStars(world.services, owner.person)).ids).toEqual([fileId, folderId]);
  const other = await world.addOwner();
  await world.addMember(owner, other.person, 'viewer');
  expect(await listStars(world.services, other.person)).toEqual({ ids: [] });
});

test('a star survives the trash, and ends when it is removed', async () => {
  const [id] = await addInTurn(['file.txt']);
  const nodeId = NodeId.parse(id);
  valueOf(await addStar(world.services, owner.person, nodeId));
  await trashNodes(world.services, owner.person, [nodeId]);
  expect(namesOf(await starred())).toEqual([]);
  await restoreNodes(world.services, owner.person, [nodeId]);
  expect(namesOf(await starred())).toEqual(['file.txt']);
  await removeStar(world.services, owner.person, nodeId);
  await removeStar(world.services, owner.person, nodeId);
  expect(namesOf(await starred())).toEqual([]);
});

test('a stranger cannot star a file, nor learn that it exists', async () => {
  const [id] = await addInTurn(['file.txt']);
  const stranger = await world.addOwner();
  const nobody = NodeId.parse(world.services.newId());
  for (const nodeId of [NodeId.parse(id), nobody]) {
    expect(errorOf(await addStar(world.services, stranger.person, nodeId)).code).toBe('node_not_found');
  }
});

test('two concurrent stars cannot exceed the limit together', async () => {
  const names = Array.from({ length: LIMITS.starsMax + 1 }, (_, index) => `file ${index}`);
  const ids = await world.addFiles(owner, names);
  await fillStars(ids.slice(2));
  const results = await Promise.all(
    ids.slice(0, 2).map(async (id) => addStar(world.services, owner.person, NodeId.parse(id))),
  );
  expect(results.map((result) => (result.ok ? 'ok' : result.error.code)).toSorted()).toEqual([
    'limit_reached',
    'ok',
  ]);
});

async function fillStars(ids: readonly string[]) {
  await sql`insert into star (user_id, space_id, node_id, created_at)
    select ${owner.person.id}, node.space_id, node.id, now() - interval '1 hour' + id.place * interval '1 ms'
    from unnest(${ids}::uuid[]) with ordinality as id (node_id, place) join node on node.id = id.node_id`.execute(
    world.services.db,
  );
}

test('a star that the person cannot see gives way at the limit, one without access first', async () => {
  const other = await world.addOwner();
  await world.addMember(other, owner.person, 'viewer');
  const [foreign] = await world.addFiles(other, ['foreign.txt']);
  const names = Array.from({ length: LIMITS.starsMax + 1 }, (_, index) => `file ${index}`);
  const own = await world.addFiles(owner, names);
  const [trashed = '', first = '', second = '', ...rest] = own;
  await fillStars([trashed, ...rest, foreign ?? '']);
  await trashNodes(world.services, owner.person, [NodeId.parse(trashed)]);
  await world.services.db
    .deleteFrom('member')
    .where('user_id', '=', owner.person.id)
    .where('space_id', '=', other.spaceId)
    .execute();

  valueOf(await addStar(world.services, owner.person, NodeId.parse(first)));
  const { ids } = await listStars(world.services, owner.person);
  expect(ids).toHaveLength(LIMITS.starsMax);
  expect(ids).not.toContain(foreign);
  expect(ids).toContain(trashed);

  valueOf(await addStar(world.services, owner.person, NodeId.parse(second)));
  expect((await listStars(world.services, owner.person)).ids).not.toContain(trashed);
  const folderId = await world.addFolder(owner, 'one more');
  expect(errorOf(await addStar(world.services, owner.person, folderId)).code).toBe('limit_reached');
});

test.each(['', 'x', 'WyJ4Il0', 'bnVsbA'])('a foreign cursor, %j, is refused', async (after) => {
  const query = MomentsQuery.parse({ after });
  expect(errorOf(await listRecent(world.services, owner.person, query)).code).toBe('invalid_request');
  expect(errorOf(await listStarred(world.services, owner.person, query)).code).toBe('invalid_request');
});

test('recent files are read from their index, a page for each space', async () => {
  await world.addFiles(
    owner,
    Array.from({ length: 2_000 }, (_, index) => `file ${index}`),
  );
  await sql`vacuum analyze node`.execute(world.services.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
    select node.id from node where node.space_id = ${owner.spaceId} and node.kind = 'file'
      and node.trashed_at is null and node.purge_began_at is null
    order by node.updated_at desc, node.id desc limit 50`.execute(world.services.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('node_recent');
  expect(plan).not.toContain('Sort');
});
