import { SERVER_LIMITS, UserId } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { valueOf } from '../../live.world.ts';
import type { Tx } from '../../platform/db/db.ts';
import { moveNodes } from '../files/move/move-nodes.ts';
import { renameNode } from '../files/rename-node.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { addMembers } from '../spaces/members/add-members.ts';
import { changeMember } from '../spaces/members/change-member.ts';
import { removeMember } from '../spaces/members/remove-member.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { archiveSpace } from '../spaces/team/archive-space.ts';
import { changeSpaceRetention } from '../spaces/retention/change-retention.ts';
import { changeSpace } from '../spaces/team/change-space.ts';
import { follow, idOf, makeFolder, signIn } from './changes.world.ts';
import { pruneChanges } from './prune-changes.ts';
import { feedOfEachTest } from './feed.world.ts';

const live = feedOfEachTest();
const { folderChange, joined, read } = live;

test('a member gets each change of files: ids and kinds, no names', async () => {
  const { reader } = await joined();
  const nodeId = await makeFolder(live.team, 'Confidential');
  expect(await read(reader)).toEqual([folderChange()]);
  const target = await makeFolder(live.team, 'Target');
  await read(reader);
  const { services, owner } = live.team;
  valueOf(await renameNode(services, owner, { nodeId, name: 'Secret', revision: 1 }));
  expect(await read(reader)).toEqual([folderChange()]);
  valueOf(await moveNodes(services, owner, { ids: [nodeId], parentId: target, conflict: 'fail' }));
  expect(await read(reader)).toContainEqual({ ...folderChange(), folderId: target });
  await trashNodes(services, owner, [target]);
  const trashed = await read(reader);
  expect(trashed).toContainEqual(folderChange());
  expect(trashed).toContainEqual({ kind: 'trash', spaceId: live.team.spaceId });
  expect(await read(reader)).toEqual([]);
  expect(reader.text()).not.toMatch(/Confidential|Secret|Target/);
});

test('members, contributors too, are told of comments, and not on what', async () => {
  const nodeId = await makeFolder(live.team, 'Discussed');
  const [viewer, contributor] = [await joined(), await joined('contributor')];
  const { services, owner, spaceId } = live.team;
  const now = services.clock.now();
  const comment = { space_id: spaceId, node_id: nodeId, author_id: owner.id, text: 'Confidential' };
  await read(viewer.reader);
  await services.db
    .insertInto('comment')
    .values({ ...comment, id: services.newId(), created_at: now })
    .execute();
  expect(await read(viewer.reader)).toEqual([{ kind: 'comments', spaceId }]);
  expect(await read(contributor.reader)).toEqual([{ kind: 'comments', spaceId }]);
  expect(viewer.reader.text()).not.toMatch(/Confidential|Discussed/);
});

test('a changed picture is a change of the members, for everyone in the space', async () => {
  const { reader } = await joined();
  const { services, owner, spaceId } = live.team;
  const change = async (id: string | null) =>
    await services.db.updateTable('user').set({ picture_id: id }).where('id', '=', owner.id).execute();
  for (const id of [crypto.randomUUID(), crypto.randomUUID(), null]) {
    await change(id);
    expect(await read(reader)).toEqual([{ kind: 'members', spaceId }]);
  }
  await change(null);
  expect(await read(reader)).toEqual([]);
});

test('everyone in a space is told of its tags, and of one’s own only the owner', async () => {
  const [viewer, contributor] = [await joined(), await joined('contributor')];
  const { services, owner, spaceId } = live.team;
  const tag = { name: 'Confidential', name_key: 'confidential', color: 'red' as const };
  const add = async (place: { readonly space_id?: string; readonly owner_id?: string }) =>
    await services.db
      .insertInto('tag')
      .values({ ...tag, ...place, id: services.newId(), created_at: services.clock.now() })
      .execute();
  await read(viewer.reader);
  await add({ space_id: spaceId });
  expect(await read(viewer.reader)).toEqual([{ kind: 'tags', spaceId }]);
  expect(await read(contributor.reader)).toEqual([{ kind: 'tags', spaceId }]);
  await add({ owner_id: owner.id });
  expect(await read(viewer.reader)).toEqual([]);
  expect(viewer.reader.text()).not.toMatch(/Confidential/i);
});

test('strangers get nothing', async () => {
  const stranger = (await live.world.addOwner()).person;
  const reader = await follow(live.feed, await signIn(live.world, stranger));
  await makeFolder(live.team, 'A');
  expect(await read(reader)).toEqual([]);
});

test('a contributor gets neither folders nor other members', async () => {
  const { reader, person } = await joined('contributor');
  await makeFolder(live.team, 'A');
  expect(await read(reader)).toEqual([
    { kind: 'folder', spaceId: live.team.spaceId, folderId: null, revision: null },
  ]);
  await live.team.add('viewer');
  expect(await read(reader)).toEqual([]);
  const role = { spaceId: live.team.spaceId, holderId: person.id, role: 'editor', revision: 1 } as const;
  valueOf(await changeMember(live.team.services, live.team.owner, role));
  expect(await read(reader)).toEqual([
    { kind: 'spaces' },
    { kind: 'members', spaceId: live.team.spaceId },
    { kind: 'notifications' },
  ]);
});

test('a new member gets the new space, and its changes', async () => {
  const { person } = await live.world.addOwner();
  const reader = await follow(live.feed, await signIn(live.world, person));
  const added = { spaceId: live.team.spaceId, personIds: [person.id], role: 'viewer' } as const;
  valueOf(
    await addMembers(live.team.services, live.team.owner, {
      ...added,
      personIds: [...added.personIds],
      groupIds: [],
    }),
  );
  expect(await read(reader)).toContainEqual({ kind: 'spaces' });
  await makeFolder(live.team, 'A');
  expect(await read(reader)).toEqual([folderChange()]);
});

test('a removed member gets that event and nothing after it, even within the same read', async () => {
  const { person, reader } = await joined();
  valueOf(
    await removeMember(live.team.services, live.team.owner, {
      spaceId: live.team.spaceId,
      holderId: person.id,
    }),
  );
  await makeFolder(live.team, 'A');
  expect(await read(reader)).toEqual([{ kind: 'spaces' }, { kind: 'notifications' }]);
  await makeFolder(live.team, 'B');
  expect(await read(reader)).toEqual([]);
  const again = await follow(live.feed, await signIn(live.world, person), idOf(reader));
  expect(await again.events()).toEqual([{ type: 'ready' }]);
});

test('a person who gets a file is notified of it', async () => {
  const { person } = await live.world.addOwner();
  const given = await follow(live.feed, await signIn(live.world, person));
  const personIds = [UserId.parse(person.id)];
  const nodeId = await makeFolder(live.team, 'Given');
  const grant = { nodeId, personIds, groupIds: [], role: 'viewer', expiresAt: null, message: '' } as const;
  valueOf(await createGrants(live.team.services, live.team.owner, { ...grant, personIds, groupIds: [] }));
  expect(await read(given)).toEqual(expect.arrayContaining([{ kind: 'access' }, { kind: 'notifications' }]));
});

test("a change of a space's name, retention, usage or archive state is sent", async () => {
  const { reader } = await joined();
  const { services, owner, spaceId, space } = live.team;
  const { revision } = space;
  valueOf(await changeSpace(services, owner, { spaceId, change: { name: 'New name' }, revision }));
  expect(await read(reader)).toContainEqual({ kind: 'space', spaceId });
  const later = { spaceId, change: { trashDays: 7 }, revision: revision + 1 };
  valueOf(await changeSpaceRetention(services, owner, later));
  expect(await read(reader)).toEqual(
    expect.arrayContaining([
      { kind: 'space', spaceId },
      { kind: 'trash', spaceId },
    ]),
  );
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
  const running = live.world.services.db.transaction().execute(async (tx) => {
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

test('only people who gain or lose access by a grant or a group are notified', async () => {
  const [ben, other] = [(await live.world.addOwner()).person, (await live.world.addOwner()).person];
  const reader = await follow(live.feed, await signIn(live.world, ben));
  const stranger = await follow(live.feed, await signIn(live.world, other));
  const { db, clock, newId } = live.world.services;
  const now = clock.now();
  const nodeId = await makeFolder(live.team, 'Shared');
  const id = newId();
  const at = { space_id: live.team.spaceId, group_id: id };
  const grant = {
    node_id: nodeId,
    role: 'viewer',
    granted_by: live.team.owner.id,
    message: '',
    expires_at: null,
  } as const;
  const times = { created_at: now, updated_at: now };
  const steps = [
    async () =>
      await db
        .insertInto('grant')
        .values({ ...grant, space_id: live.team.spaceId, user_id: ben.id, ...times })
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
  await makeFolder(live.team, 'Late');
  expect(await read(reader)).toEqual([]);
});

test('a transaction that began first and committed last is neither lost nor repeated', async () => {
  const other = await makeTeam(live.world);
  const actor = await signIn(live.world, live.team.owner);
  const added = { spaceId: other.spaceId, personIds: [live.team.owner.id], role: 'viewer' } as const;
  valueOf(
    await addMembers(other.services, other.owner, {
      ...added,
      personIds: [...added.personIds],
      groupIds: [],
    }),
  );
  const reader = await follow(live.feed, actor);
  const commit = await open(touch(live.team.spaceId));
  await (await open(touch(other.spaceId)))();
  expect(await read(reader)).toEqual([{ kind: 'space', spaceId: other.spaceId }]);
  expect(await read(reader)).toEqual([]);
  const before = idOf(reader);
  await commit();
  expect(await read(reader)).toEqual([{ kind: 'space', spaceId: live.team.spaceId }]);
  expect(await read(reader)).toEqual([]);
  const again = await follow(live.feed, actor, before);
  expect(await again.events()).toEqual([
    { type: 'changed', changes: [{ kind: 'space', spaceId: live.team.spaceId }] },
    { type: 'ready' },
  ]);
});

test('a reconnecting client gets missed events once, then new ones', async () => {
  const { actor, reader } = await joined();
  await reader.leave();
  expect(live.feed.streamCount()).toBe(0);
  await makeFolder(live.team, 'A');
  await makeFolder(live.team, 'B');
  const again = await follow(live.feed, actor, idOf(reader));
  expect(await again.events()).toEqual([{ type: 'changed', changes: [folderChange()] }, { type: 'ready' }]);
  await makeFolder(live.team, 'C');
  expect(await read(again)).toEqual([folderChange()]);
  const third = await follow(live.feed, actor, idOf(again));
  expect(await third.events()).toEqual([{ type: 'ready' }]);
});

test('a page that only knows its load time gets the changes since', async () => {
  const { actor } = await joined();
  await makeFolder(live.team, 'A');
  const { rows } = await sql<{ second: number }>`select extract(epoch from now())::bigint as second`.execute(
    live.world.services.db,
  );
  const reader = await follow(live.feed, actor, String(rows[0]?.second));
  expect(await reader.changes()).toContainEqual(folderChange());
});

test('the revision is the one that the list answers', async () => {
  const { reader } = await joined();
  await makeFolder(live.team, 'A');
  const content = await live.world.services.db
    .selectFrom('folder_content')
    .select('revision')
    .where('folder_id', '=', live.team.space.rootId)
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
  const reader = await follow(live.feed, await signIn(live.world, live.team.owner), id);
  expect(await reader.events()).toEqual(RESET);
});

test('an id of another database gets a reset', async () => {
  const actor = await signIn(live.world, live.team.owner);
  const reader = await follow(live.feed, actor);
  await reader.events();
  const [second] = idOf(reader).split('~');
  const again = await follow(live.feed, actor, `${second}~900000000000:900000000000:`);
  expect(await again.events()).toEqual(RESET);
});

test('changes are kept longer than ids are replayed, and pruned after that', async () => {
  expect(SERVER_LIMITS.changesKeptMs).toBeGreaterThan(SERVER_LIMITS.changesReplayedMs);
  const { db } = live.world.services;
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from change`.execute(db)).rows[0]?.count ?? 0;
  await makeFolder(live.team, 'A');
  const before = await count();
  await pruneChanges(live.world.services);
  expect(await count()).toBe(before);
  await sql`update change set at = at - interval '1 hour' - interval '1 minute'`.execute(db);
  await pruneChanges(live.world.services);
  expect(await count()).toBe(0);
});

test('ten thousand files in one statement are one change', async () => {
  const { reader } = await joined();
  const { db, clock } = live.world.services;
  const now = clock.now();
  await sql`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, current_version_id, size_bytes,
      modified_at, created_by, created_at, updated_at)
    select ${live.team.spaceId}, gen_random_uuid(), ${live.team.space.rootId}, 'file', number::text, number::text, number::text,
      gen_random_uuid(), 1, ${now}, ${live.team.owner.id}, ${now}, ${now}
    from generate_series(1, 10000) number`.execute(db);
  const rows = await sql`select from change where folder_id = ${live.team.space.rootId}`.execute(db);
  expect(rows.rows.length).toBe(1);
  expect(await read(reader)).toEqual([folderChange()]);
});
