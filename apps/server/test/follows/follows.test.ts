import {
  CHOICE_DEFAULTS,
  LIMITS,
  MomentsQuery,
  type NodeId,
  NodeId as NodeIds,
  type Notification,
  NotificationsQuery,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../src/live.world.ts';
import { follow, listFollowed, unfollow } from '../../src/features/follows/follow.ts';
import { notifyFollowers } from '../../src/features/follows/notify-followers.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { renameNode } from '../../src/features/files/rename-node.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { readNotifications } from '../../src/features/notifications/read-notifications.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
beforeAll(async () => {
  world = await startWorld();
  team = await makeTeam(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function folder(name: string, parentId: NodeId, by: Person = team.owner): Promise<NodeId> {
  const made = await createFolder(world.services, by, { parentId, name, ifExists: 'fail' });
  return NodeIds.parse(valueOf(made).id);
}

const root = (): NodeId => NodeIds.parse(team.space.rootId);

async function tell(): Promise<void> {
  while ((await notifyFollowers(world.services)) > 0);
}

async function bell(person: Person): Promise<readonly Notification[]> {
  await tell();
  const page = valueOf(await listNotifications(world.services, person, NotificationsQuery.parse({})));
  return page.items.filter(({ subject }) => subject.kind === 'followed');
}

const followed = async (person: Person): Promise<readonly string[]> =>
  valueOf(await listFollowed(world.services, person, MomentsQuery.parse({}))).items.map(
    ({ node }) => node.name,
  );

test('changes by others anywhere below a followed folder are summed up in one unread notification', async () => {
  const follower = await team.add('viewer');
  const plans = await folder('plans', root());
  const inner = await folder('inner', plans);
  world.clock.advance(1_000);
  valueOf(await follow(world.services, follower, plans));
  await folder('one', inner);
  const two = await folder('two', inner);
  expect(await bell(follower)).toMatchObject([
    {
      isRead: false,
      actor: { id: team.owner.id },
      subject: { nodeId: plans, nodeKind: 'folder', name: 'plans', added: 2, changed: 0, trashed: 0 },
    },
  ]);
  const editor = await team.add('editor');
  valueOf(await renameNode(world.services, editor, { nodeId: two, name: 'zwei', revision: 1 }));
  await trashNodes(world.services, team.owner, [two]);
  const [summed, ...others] = await bell(follower);
  expect(others).toEqual([]);
  expect(summed).toMatchObject({ actor: null, subject: { added: 2, changed: 1, trashed: 1 } });
  valueOf(await readNotifications(world.services, follower, { upTo: summed?.id ?? '' }));
  await folder('three', inner);
  expect(await bell(follower)).toMatchObject([
    { isRead: false, subject: { added: 1, changed: 0, trashed: 0 } },
    { isRead: true, subject: { added: 2 } },
  ]);
});

test('nobody is notified of their own changes, of what is beside, or after they stopped following', async () => {
  const follower = await team.add('editor');
  const mine = await folder('mine', root());
  const beside = await folder('beside', root());
  world.clock.advance(1_000);
  valueOf(await follow(world.services, follower, mine));
  await folder('by me', mine, follower);
  await folder('not there', beside);
  expect(await bell(follower)).toEqual([]);
  await unfollow(world.services, follower, mine);
  await folder('later', mine);
  expect(await bell(follower)).toEqual([]);
});

test('an item takes part in the folder where it is now, also one that is followed itself', async () => {
  const follower = await team.add('viewer');
  const target = await folder('target', root());
  const moved = await folder('moved', root());
  world.clock.advance(1_000);
  valueOf(await follow(world.services, follower, target));
  valueOf(await follow(world.services, follower, moved));
  valueOf(await moveNodes(world.services, team.owner, { ids: [moved], parentId: target, conflict: 'fail' }));
  const names = (await bell(follower)).map(({ subject }) => 'name' in subject && subject.name);
  expect(new Set(names)).toEqual(new Set(['moved', 'target']));
});

test('who lost access, and who may see only own files, is told nothing', async () => {
  const [viewer, contributor] = [await team.add('viewer'), await team.add('contributor')];
  for (const person of [viewer, contributor]) valueOf(await follow(world.services, person, root()));
  await removeMember(world.services, team.owner, { spaceId: team.space.id, holderId: viewer.id });
  await folder('secret', root());
  expect(await bell(viewer)).toEqual([]);
  expect(await bell(contributor)).toEqual([]);
  expect(await followed(viewer)).toEqual([]);
});

test.each([true, false])(
  'mail about a busy folder comes, and counts everything: bell %s',
  async (hasBell) => {
    const follower = await team.add('viewer');
    const { db } = world.services;
    const email = `${follower.username}@example.org`;
    await db.updateTable('user').set({ email, email_verified: true }).where('id', '=', follower.id).execute();
    const choices = JSON.stringify({ ...CHOICE_DEFAULTS, followed: { bell: hasBell, mail: true } });
    await db
      .insertInto('notification_choice')
      .values({ user_id: follower.id, language: null, choices })
      .execute();
    const busy = await folder(`always busy ${hasBell}`, root());
    world.clock.advance(1_000);
    valueOf(await follow(world.services, follower, busy));
    const first = world.clock.now().getTime();
    for (let at = 0; at < 4; at += 1) {
      await folder(`${at}`, busy);
      await tell();
      world.clock.advance(30_000);
    }
    const mail = db.selectFrom('mail').selectAll().where('user_id', '=', follower.id);
    const waiting = await mail.where('kind', '=', 'followed').execute();
    expect(waiting.map(({ subject, due_at: due }) => [subject['added'], due.getTime() - first])).toEqual([
      [4, SERVER_LIMITS.mailGatheredMs],
    ]);
  },
);

test('two servers at once notify once', async () => {
  const follower = await team.add('viewer');
  const busy = await folder('busy', root());
  world.clock.advance(1_000);
  valueOf(await follow(world.services, follower, busy));
  for (const name of ['a', 'b', 'c']) await folder(name, busy);
  await Promise.all([notifyFollowers(world.services), notifyFollowers(world.services)]);
  expect(await bell(follower)).toHaveLength(1);
});

test('strangers cannot follow, and the list has the newest first', async () => {
  const { person: stranger } = await world.addOwner();
  const follower = await team.add('viewer');
  const [first, second] = [await folder('first', root()), await folder('second', root())];
  expect(errorOf(await follow(world.services, stranger, first)).code).toBe('node_not_found');
  for (const id of [first, second, second]) {
    world.clock.advance(1_000);
    valueOf(await follow(world.services, follower, id));
  }
  expect(await followed(follower)).toEqual(['second', 'first']);
  await trashNodes(world.services, team.owner, [second]);
  expect(await followed(follower)).toEqual(['first']);
});

test('at the limit, items that the person cannot see make room; otherwise it is told', async () => {
  const { person, spaceId, rootId } = await world.addOwner();
  const parentId = NodeIds.parse(rootId);
  const [last, more] = [await folder('last', parentId, person), await folder('more', parentId, person)];
  await sql`insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, size_bytes, media_type,
      modified_at, created_by, created_at, updated_at)
    select ${spaceId}, gen_random_uuid(), ${rootId}, 'folder', 'n' || at, 'n' || at, 'n' || at, 0, '', now(),
      ${person.id}, now(), now() from generate_series(1, ${LIMITS.followsMax}) as at`.execute(
    world.services.db,
  );
  await sql`insert into follow (user_id, space_id, node_id, created_at)
    select ${person.id}, space_id, id, now() from node where space_id = ${spaceId} and name like 'n%'`.execute(
    world.services.db,
  );
  expect(errorOf(await follow(world.services, person, last))).toMatchObject({
    code: 'limit_reached',
    facts: { limit: LIMITS.followsMax },
  });
  await sql`update node set trashed_at = now(), trashed_by = ${person.id}
    where space_id = ${spaceId} and name in ('n1', 'n2')`.execute(world.services.db);
  valueOf(await follow(world.services, person, last));
  valueOf(await follow(world.services, person, more));
  expect(errorOf(await follow(world.services, person, parentId)).code).toBe('limit_reached');
});
