import { LIMITS, type NodeId, UserId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../live.world.ts';
import type { Tx } from '../../platform/db/db.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { moveNodes } from '../files/move/move-nodes.ts';
import { renameNode } from '../files/rename-node.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { addMembers } from '../spaces/members/add-members.ts';
import { changeMember } from '../spaces/members/change-member.ts';
import { removeMember } from '../spaces/members/remove-member.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { archiveSpace } from '../spaces/team/archive-space.ts';
import { changeSpace } from '../spaces/team/change-space.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { follow, idOf, makeFolder, type Reader, signIn } from './changes.world.ts';
import { pruneChanges } from './prune-changes.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
let feed: ChangeFeed;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  team = await makeTeam(world);
  feed = createChangeFeed(world.services);
});
afterEach(() => feed.close());

const read = async (reader: Reader) => {
  await feed.look();
  return await reader.changes();
};
const folderChange = (revision: unknown = expect.any(Number)) => ({
  kind: 'folder',
  spaceId: team.spaceId,
  folderId: team.space.rootId,
  revision,
});
const joined = async (role: 'viewer' | 'contributor' | 'editor' = 'viewer') => {
  const person = await team.add(role);
  const actor = await signIn(world, person);
  const reader = await follow(feed, actor);
  expect(await reader.events()).toEqual([{ type: 'ready' }]);
  return { person, actor, reader };
};

test('a member hears of each change of files: ids and kinds, no names', async () => {
  const { reader } = await joined();
  const nodeId = await makeFolder(team, 'Confidential');
  expect(await read(reader)).toEqual([folderChange()]);
  const target = await makeFolder(team, 'Target');
  await read(reader);
  const { services, owner } = team;
  valueOf(await renameNode(services, owner, { nodeId, name: 'Secret', revision: 1 }));
  expect(await read(reader)).toEqual([folderChange()]);
  valueOf(await moveNodes(services, owner, { ids: [nodeId], parentId: target, conflict: 'fail' }));
  expect(await read(reader)).toContainEqual({ ...folderChange(), folderId: target });
  await trashNodes(services, owner, [target]);
  const trashed = await read(reader);
  expect(trashed).toContainEqual(folderChange());
  expect(trashed).toContainEqual({ kind: 'trash', spaceId: team.spaceId });
  expect(await read(reader)).toEqual([]);
  expect(reader.text()).not.toMatch(/Confidential|Secret|Target/);
});

test('strangers hear nothing', async () => {
  const stranger = (await world.addOwner()).person;
  const reader = await follow(feed, await signIn(world, stranger));
  await makeFolder(team, 'A');
  expect(await read(reader)).toEqual([]);
});

test('a contributor hears neither of folders nor of other members', async () => {
  const { reader, person } = await joined('contributor');
  await makeFolder(team, 'A');
  expect(await read(reader)).toEqual([
    { kind: 'folder', spaceId: team.spaceId, folderId: null, revision: null },
  ]);
  await team.add('viewer');
  expect(await read(reader)).toEqual([]);
  const role = { spaceId: team.spaceId, holderId: person.id, role: 'editor', revision: 1 } as const;
  valueOf(await changeMember(team.services, team.owner, role));
  expect(await read(reader)).toEqual([
    { kind: 'spaces' },
    { kind: 'members', spaceId: team.spaceId },
    { kind: 'notifications' },
  ]);
});

test('who is added hears of the new space, and of what changes there', async () => {
  const { person } = await world.addOwner();
  const reader = await follow(feed, await signIn(world, person));
  const added = { spaceId: team.spaceId, personIds: [person.id], role: 'viewer' } as const;
  valueOf(
    await addMembers(team.services, team.owner, { ...added, personIds: [...added.personIds], groupIds: [] }),
  );
  expect(await read(reader)).toContainEqual({ kind: 'spaces' });
  await makeFolder(team, 'A');
  expect(await read(reader)).toEqual([folderChange()]);
});

test('who is removed hears of that, and of nothing that follows: not even within the same look', async () => {
  const { person, reader } = await joined();
  valueOf(await removeMember(team.services, team.owner, { spaceId: team.spaceId, holderId: person.id }));
  await makeFolder(team, 'A');
  expect(await read(reader)).toEqual([{ kind: 'spaces' }, { kind: 'notifications' }]);
  await makeFolder(team, 'B');
  expect(await read(reader)).toEqual([]);
  const again = await follow(feed, await signIn(world, person), idOf(reader));
  expect(await again.events()).toEqual([{ type: 'ready' }]);
});

test('who is given a file hears of it, and of the notification', async () => {
  const { person } = await world.addOwner();
  const given = await follow(feed, await signIn(world, person));
  const personIds = [UserId.parse(person.id)];
  const nodeId = await makeFolder(team, 'Given');
  const grant = { nodeId, personIds, groupIds: [], role: 'viewer', expiresAt: null, message: '' } as const;
  valueOf(await createGrants(team.services, team.owner, { ...grant, personIds, groupIds: [] }));
  expect(await read(given)).toEqual(expect.arrayContaining([{ kind: 'access' }, { kind: 'notifications' }]));
});

test('name, use and archive of a space are told', async () => {
  const { reader } = await joined();
  const { services, owner, spaceId, space } = team;
  const { revision } = space;
  valueOf(await changeSpace(services, owner, { spaceId, change: { name: 'New name' }, revision }));
  expect(await read(reader)).toContainEqual({ kind: 'space', spaceId });
  const use = sql`update space set reserved_bytes = reserved_bytes + 7 where id = ${spaceId}`;
  await use.execute(services.db);
  expect(await read(reader)).toEqual([{ kind: 'space', spaceId }]);
  const events = sql`update space set event_sequence = event_sequence + 1 where id = ${spaceId}`;
  await events.execute(services.db);
  expect(await read(reader)).toEqual([]);
  valueOf(await archiveSpace(services, owner, spaceId));
  expect(await read(reader)).toEqual([{ kind: 'spaces' }]);
});

async function open(begin: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const running = world.services.db.transaction().execute(async (tx) => {
    await begin(tx);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  return async () => {
    end.resolve();
    await running;
  };
}

const touch = (spaceId: string) => async (tx: Tx) =>
  await sql`update space set reserved_bytes = reserved_bytes + 1 where id = ${spaceId}`.execute(tx);

test('who gains or loses access by a grant or a group hears of it, and nobody else', async () => {
  const [ben, other] = [(await world.addOwner()).person, (await world.addOwner()).person];
  const reader = await follow(feed, await signIn(world, ben));
  const stranger = await follow(feed, await signIn(world, other));
  const { db, clock, newId } = world.services;
  const now = clock.now();
  const nodeId = await makeFolder(team, 'Shared');
  const id = newId();
  const at = { space_id: team.spaceId, group_id: id };
  const grant = {
    node_id: nodeId,
    role: 'viewer',
    granted_by: team.owner.id,
    message: '',
    expires_at: null,
  } as const;
  const times = { created_at: now, updated_at: now };
  const steps = [
    async () =>
      await db
        .insertInto('grant')
        .values({ ...grant, space_id: team.spaceId, user_id: ben.id, ...times })
        .execute(),
    async () => await db.deleteFrom('grant').where('user_id', '=', ben.id).execute(),
    async () =>
      await db
        .insertInto('group_member')
        .values({ group_id: id, user_id: ben.id, created_at: now })
        .execute(),
    async () =>
      await db
        .insertInto('grant')
        .values({ ...grant, ...at, user_id: null, ...times })
        .execute(),
    async () =>
      await db
        .insertInto('space_group')
        .values({ ...at, role: 'viewer', created_at: now })
        .execute(),
    async () =>
      await db.updateTable('space_group').set({ role: 'editor' }).where('group_id', '=', id).execute(),
    async () => await db.deleteFrom('group').where('id', '=', id).execute(),
  ];
  await db
    .insertInto('group')
    .values({ id, name: 'Engineers', source: 'local', ...times })
    .execute();
  for (const [index, step] of steps.entries()) {
    await step();
    expect(await read(reader), `step ${index}`).toContainEqual({ kind: 'access' });
    expect(await stranger.changes()).toEqual([]);
  }
  await makeFolder(team, 'Late');
  expect(await read(reader)).toEqual([]);
});

test('a transaction that began first and committed last is neither lost nor told twice', async () => {
  const other = await makeTeam(world);
  const actor = await signIn(world, team.owner);
  const added = { spaceId: other.spaceId, personIds: [team.owner.id], role: 'viewer' } as const;
  valueOf(
    await addMembers(other.services, other.owner, {
      ...added,
      personIds: [...added.personIds],
      groupIds: [],
    }),
  );
  const reader = await follow(feed, actor);
  const commit = await open(touch(team.spaceId));
  await (await open(touch(other.spaceId)))();
  expect(await read(reader)).toEqual([{ kind: 'space', spaceId: other.spaceId }]);
  expect(await read(reader)).toEqual([]);
  const before = idOf(reader);
  await commit();
  expect(await read(reader)).toEqual([{ kind: 'space', spaceId: team.spaceId }]);
  expect(await read(reader)).toEqual([]);
  const again = await follow(feed, actor, before);
  expect(await again.events()).toEqual([
    { type: 'changed', changes: [{ kind: 'space', spaceId: team.spaceId }] },
    { type: 'ready' },
  ]);
});

test('whoever comes back hears what was missed, once, and then what happens', async () => {
  const { actor, reader } = await joined();
  await reader.leave();
  expect(feed.streamCount()).toBe(0);
  await makeFolder(team, 'A');
  await makeFolder(team, 'B');
  const again = await follow(feed, actor, idOf(reader));
  expect(await again.events()).toEqual([{ type: 'changed', changes: [folderChange()] }, { type: 'ready' }]);
  await makeFolder(team, 'C');
  expect(await read(again)).toEqual([folderChange()]);
  const third = await follow(feed, actor, idOf(again));
  expect(await third.events()).toEqual([{ type: 'ready' }]);
});

test('a page that only knows when it was loaded hears what changed since', async () => {
  const { actor } = await joined();
  await makeFolder(team, 'A');
  const { rows } = await sql<{ second: number }>`select extract(epoch from now())::bigint as second`.execute(
    world.services.db,
  );
  const reader = await follow(feed, actor, String(rows[0]?.second));
  expect(await reader.changes()).toContainEqual(folderChange());
});

test('the revision is the one that the list answers', async () => {
  const { reader } = await joined();
  await makeFolder(team, 'A');
  const content = await world.services.db
    .selectFrom('folder_content')
    .select('revision')
    .where('folder_id', '=', team.space.rootId)
    .executeTakeFirstOrThrow();
  expect(await read(reader)).toEqual([folderChange(content.revision)]);
});

const RESET = [{ type: 'reset' }, { type: 'ready' }];

test.each([
  ['an id of no feed', 'x'],
  ['a snapshot that PostgreSQL would refuse', '1763900000~9:5:'],
  ['an id beyond what is kept', '1000000000~1:1:'],
  ['a time beyond what is kept', '1000000000'],
])('%s gets a reset', async (_, id) => {
  const reader = await follow(feed, await signIn(world, team.owner), id);
  expect(await reader.events()).toEqual(RESET);
});

test('an id of another database gets a reset', async () => {
  const actor = await signIn(world, team.owner);
  const reader = await follow(feed, actor);
  await reader.events();
  const [second] = idOf(reader).split('~');
  const again = await follow(feed, actor, `${second}~900000000000:900000000000:`);
  expect(await again.events()).toEqual(RESET);
});

test('changes are kept longer than ids are replayed, and pruned after that', async () => {
  expect(LIMITS.changesKeptMs).toBeGreaterThan(LIMITS.changesReplayedMs);
  const { db } = world.services;
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from change`.execute(db)).rows[0]?.count ?? 0;
  await makeFolder(team, 'A');
  const before = await count();
  await pruneChanges(world.services);
  expect(await count()).toBe(before);
  await sql`update change set at = at - interval '1 hour' - interval '1 minute'`.execute(db);
  await pruneChanges(world.services);
  expect(await count()).toBe(0);
});

test('a stream ends when its session is revoked, and at the next beat when it expires', async () => {
  const { actor, reader } = await joined();
  const { actor: other, reader: staying } = await joined();
  await read(reader);
  const { db, clock } = world.services;
  await db
    .updateTable('session')
    .set({ revoked_at: clock.now() })
    .where('id', '=', actor.sessionId)
    .execute();
  await makeFolder(team, 'A');
  await feed.look();
  expect(await reader.events()).toEqual([{ type: 'ended' }]);
  expect(reader.isEnded()).toBe(true);
  expect(await staying.changes()).toEqual([folderChange()]);
  await db
    .updateTable('session')
    .set({ expires_at: new Date(clock.now().getTime() - SECOND_MS) })
    .where('id', '=', other.sessionId)
    .execute();
  await feed.beat();
  expect(await staying.events()).toEqual([{ type: 'ended' }]);
  expect(feed.streamCount()).toBe(0);
});

test('disabling a person ends the streams of that person', async () => {
  const { person, reader } = await joined();
  await world.services.db
    .updateTable('user')
    .set({ status: 'disabled' })
    .where('id', '=', person.id)
    .execute();
  await feed.look();
  expect(await reader.events()).toEqual([{ type: 'ended' }]);
});

test('a beat moves the id on, so that a quiet page does not fall behind', async () => {
  const { reader } = await joined();
  const before = idOf(reader);
  await makeTeam(world);
  await feed.look();
  await feed.beat();
  expect(await reader.events()).toEqual([]);
  expect(idOf(reader)).not.toBe(before);
});

test('a page that does not read is dropped, and others are not held up', async () => {
  const { reader } = await joined();
  const slow = await signIn(world, team.owner);
  const stream = valueOf(await feed.open(slow, undefined));
  expect(feed.streamCount()).toBe(2);
  await feed.beat();
  await feed.beat();
  expect(feed.streamCount()).toBe(1);
  await stream.cancel();
  await makeFolder(team, 'A');
  expect(await read(reader)).toEqual([folderChange()]);
});

test('a person has a limited number of streams, and so has a server', async () => {
  const narrow = createChangeFeed(world.services, { changeStreamsPerson: 2, changeStreamsServer: 3 });
  const [one, two] = [await signIn(world, team.owner), await signIn(world, await team.add('viewer'))];
  await follow(narrow, one);
  const second = await follow(narrow, one);
  expect(errorOf(await narrow.open(one, undefined)).code).toBe('rate_limited');
  await follow(narrow, two);
  expect(errorOf(await narrow.open(two, undefined)).code).toBe('rate_limited');
  await second.leave();
  await follow(narrow, two);
  narrow.close();
  expect(errorOf(await narrow.open(two, undefined)).code).toBe('rate_limited');
});

test('ten thousand files in one statement are one change', async () => {
  const { reader } = await joined();
  const { db, clock } = world.services;
  const now = clock.now();
  await sql`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, current_version_id, size_bytes,
      modified_at, created_by, created_at, updated_at)
    select ${team.spaceId}, gen_random_uuid(), ${team.space.rootId}, 'file', number::text, number::text, number::text,
      gen_random_uuid(), 1, ${now}, ${team.owner.id}, ${now}, ${now}
    from generate_series(1, 10000) number`.execute(db);
  const rows = await sql`select from change where folder_id = ${team.space.rootId}`.execute(db);
  expect(rows.rows.length).toBe(1);
  expect(await read(reader)).toEqual([folderChange()]);
});

test('a thousand pages are served by one read of the database', async () => {
  let reads = 0;
  const counted = world.services.db.withPlugin({
    transformQuery: ({ node }) => {
      reads += 1;
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  });
  const crowd = createChangeFeed({ ...world.services, db: counted });
  const people = [team.owner];
  while (people.length < 50) people.push(await team.add('viewer'));
  const readers: Reader[] = [];
  for (const person of people) {
    const actor = await signIn(world, person);
    for (let page = 0; page < LIMITS.changeStreamsPerson; page += 1) readers.push(await follow(crowd, actor));
  }
  expect(crowd.streamCount()).toBe(1_000);
  await crowd.look();
  for (const reader of readers) await reader.events();
  await makeFolder(team, 'A');
  reads = 0;
  await crowd.look();
  expect(reads).toBe(1);
  for (const reader of readers) expect(await reader.changes()).toEqual([folderChange()]);
  reads = 0;
  await crowd.beat();
  expect(reads).toBe(1);
  crowd.close();
});

test('what happens while a stream opens is not lost', async () => {
  const { actor } = await joined();
  const ids: NodeId[] = [];
  const opening = Array.from({ length: 8 }, async () => await follow(feed, actor));
  for (let count = 0; count < 8; count += 1) ids.push(await makeFolder(team, `Folder ${count}`));
  const readers = await Promise.all(opening);
  await makeFolder(team, 'Last');
  await feed.look();
  for (const reader of readers) expect(await reader.changes()).toContainEqual(folderChange());
});

test('what another server changes is seen here', async () => {
  const elsewhere = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const there = createChangeFeed({ ...world.services, db: elsewhere.db });
  const reader = await follow(there, await signIn(world, team.owner));
  await makeFolder(team, 'A');
  await there.look();
  expect(await reader.changes()).toEqual([folderChange()]);
  there.close();
  await elsewhere.close();
});
