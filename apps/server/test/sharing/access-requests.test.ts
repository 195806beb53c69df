import {
  type AskedRole,
  NodeId,
  NotificationsQuery,
  type NotificationSubject,
  type Person,
  type SpaceRole,
  UserId,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { HOUR_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerAccessRequest } from '../../src/features/access-requests/answer-request.ts';
import { askForAccess } from '../../src/features/access-requests/ask-for-access.ts';
import { close } from '../../src/features/access-requests/close-request.ts';
import { endAccessRequests } from '../../src/features/access-requests/end-requests.ts';
import { getAskableAccess } from '../../src/features/access-requests/get-askable-access.ts';
import {
  listAccessRequests,
  listSpaceAccessRequests,
} from '../../src/features/access-requests/list-requests.ts';
import { listAllOpen } from '../../src/features/access-requests/store/requests.ts';
import { withdrawAccessRequest } from '../../src/features/access-requests/withdraw-request.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { restoreNodes } from '../../src/features/files/trash/restore-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { removeGrant } from '../../src/features/sharing/remove-grant.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { errorOf, startWorld, valueOf, type World } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  team = await makeTeam(world);
});

const folder = async (name = 'Plans', parentId: NodeId = team.space.rootId): Promise<NodeId> =>
  NodeId.parse(
    valueOf(await createFolder(world.services, team.owner, { parentId, name, ifExists: 'fail' })).id,
  );

const ask = async (
  by: Person,
  nodeId: NodeId,
  { role = 'editor', message = '' }: { readonly role?: AskedRole; readonly message?: string } = {},
) => await askForAccess(world.services, by, { nodeId, role, message });

const list = async (by: Person, nodeId: NodeId) => await listAccessRequests(world.services, by, nodeId);

async function only(nodeId: NodeId) {
  const [first] = valueOf(await list(team.owner, nodeId)).items;
  if (first === undefined) throw new Error('nobody asked');
  return first;
}

interface Asked {
  readonly id: string;
  readonly nodeId: NodeId;
  readonly revision: number;
}

async function answer(by: Person, how: 'give' | 'decline', on: NodeId | Asked) {
  const { id: requestId, nodeId, revision } = typeof on === 'string' ? await only(on) : on;
  const body = how === 'give' ? { answer: how } : { answer: how, reason: 'Not this month' };
  return await answerAccessRequest(world.services, by, { nodeId, requestId, answer: body, revision });
}

const share = async (
  nodeId: NodeId,
  person: Person,
  { role, expiresAt = null }: { readonly role: 'viewer' | 'manager'; readonly expiresAt?: string | null },
) =>
  valueOf(
    await createGrants(world.services, team.owner, {
      nodeId,
      personIds: [UserId.parse(person.id)],
      groupIds: [],
      role,
      expiresAt,
      message: '',
    }),
  );

const stranger = async (): Promise<Person> => (await world.addOwner()).person;

async function readAll(person: Person): Promise<void> {
  world.clock.advance(1);
  await world.services.db
    .updateTable('notification')
    .set({ read_at: world.services.clock.now() })
    .where('user_id', '=', person.id)
    .execute();
  world.clock.advance(1);
}

type Told<K> = Extract<NotificationSubject, { readonly kind: K }>;

async function told<K extends 'access_requested' | 'access_answered'>(
  person: Person,
  kind: K,
): Promise<readonly (Told<K> & { isRead: boolean })[]> {
  const page = valueOf(await listNotifications(world.services, person, NotificationsQuery.parse({})));
  return page.items.flatMap(({ subject, isRead }) =>
    subject.kind === kind ? [{ ...(subject as Told<K>), isRead }] : [],
  );
}

test('a viewer of a space asks for a folder, a manager gives, and both are told', async () => {
  const [viewer, manager, other] = [
    await team.add('viewer'),
    await team.add('manager'),
    await team.add('editor'),
  ];
  const nodeId = await folder();
  const made = valueOf(await ask(viewer, nodeId, { message: 'For the budget' }));
  expect(made).toMatchObject({ role: 'viewer', roles: ['editor', 'manager'], isAnswerable: true });
  expect(made.request).toMatchObject({ role: 'editor', message: 'For the budget' });
  expect(made.asked.map(({ id }) => id)).toEqual([team.owner.id, manager.id]);
  const rung = { role: 'editor', message: 'For the budget', name: 'Plans', state: 'open', isRead: false };
  expect(await told(manager, 'access_requested')).toMatchObject([rung]);
  expect(await told(team.owner, 'access_requested')).toMatchObject([rung]);
  expect(await told(other, 'access_requested'), 'an editor gives nothing').toEqual([]);
  expect(valueOf(await answer(manager, 'give', nodeId))).toBeUndefined();
  const found = valueOf(await getAskableAccess(world.services, viewer, nodeId));
  expect(found).toMatchObject({ role: 'editor', roles: ['manager'], request: null });
  expect(await told(viewer, 'access_answered')).toMatchObject([{ isGiven: true, role: 'editor' }]);
  const answered = { state: 'given', answeredBy: { id: manager.id }, isRead: true };
  expect(await told(team.owner, 'access_requested')).toMatchObject([answered]);
  expect(valueOf(await list(team.owner, nodeId)).items).toEqual([]);
  expect((await team.events()).at(-1)).toMatchObject({
    verb: 'grant_added',
    actor_id: manager.id,
    facts: { person: viewer.id, role: 'editor' },
  });
  const audit = await world.services.db.selectFrom('audit').select('action').orderBy('sequence').execute();
  expect(audit.map(({ action }) => action).slice(-2)).toEqual(['access_requested', 'grant_added']);
});

test.each<SpaceRole>(['viewer', 'contributor'])(
  'a %s asks for the space, and becomes a member with that role',
  async (role) => {
    const person = await team.add(role);
    const { rootId } = team.space;
    valueOf(await ask(person, rootId));
    expect(await told(team.owner, 'access_requested')).toMatchObject([{ name: team.space.name }]);
    valueOf(await answer(team.owner, 'give', rootId));
    expect(await team.memberRow(person.id)).toMatchObject({ role: 'editor' });
    expect((await team.events()).at(-1)).toMatchObject({
      verb: 'member_changed',
      facts: { from: role, to: 'editor' },
    });
  },
);

test('what was shared until an instant keeps its end', async () => {
  const person = await stranger();
  const nodeId = await folder();
  const expiresAt = new Date(world.services.clock.now().getTime() + HOUR_MS).toISOString();
  await share(nodeId, person, { role: 'viewer', expiresAt });
  valueOf(await ask(person, nodeId, { role: 'manager' }));
  valueOf(await answer(team.owner, 'give', nodeId));
  const grant = await world.services.db
    .selectFrom('grant')
    .selectAll()
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  expect(grant).toMatchObject({ role: 'manager', expires_at: new Date(expiresAt) });
});

test('a declined request says why, and rests for a day', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  const request = await only(nodeId);
  valueOf(await answer(team.owner, 'decline', request));
  expect(await told(viewer, 'access_answered')).toMatchObject([{ isGiven: false, reason: 'Not this month' }]);
  const again = errorOf(await ask(viewer, nodeId));
  expect(again.code).toBe('asked_too_often');
  const { mayAskAt, request: open } = valueOf(await getAskableAccess(world.services, viewer, nodeId));
  expect({ mayAskAt, open }).toEqual({ mayAskAt: again.facts?.['retry_at'], open: null });
  world.clock.advance(SERVER_LIMITS.accessRequestPauseMs);
  expect((await ask(viewer, nodeId)).ok).toBe(true);
  expect(await told(team.owner, 'access_requested'), 'one row for one request').toMatchObject([
    { state: 'open', isRead: false, answeredBy: null },
  ]);
});

test('asking again changes what was asked, and rings no second time within a day', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  const seen = await only(nodeId);
  valueOf(await ask(viewer, nodeId, { role: 'manager', message: 'Really' }));
  const changed = { role: 'manager', message: 'Really', state: 'open' };
  expect(await told(team.owner, 'access_requested')).toMatchObject([changed]);
  expect(valueOf(await list(team.owner, nodeId)).items).toMatchObject([
    { role: 'manager', message: 'Really' },
  ]);
  expect(errorOf(await answer(team.owner, 'give', seen)).code, 'they read another role').toBe(
    'revision_conflict',
  );
  valueOf(await withdrawAccessRequest(world.services, viewer, nodeId));
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ state: 'withdrawn', isRead: true }]);
  expect(errorOf(await answer(team.owner, 'give', seen)).code).toBe('access_request_not_found');
  valueOf(await ask(viewer, nodeId));
  expect(await told(team.owner, 'access_requested'), 'who never looked').toMatchObject([
    { state: 'open', isRead: false },
  ]);
  await readAll(team.owner);
  valueOf(await withdrawAccessRequest(world.services, viewer, nodeId));
  valueOf(await ask(viewer, nodeId));
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ state: 'open', isRead: true }]);
  world.clock.advance(SERVER_LIMITS.accessRequestPauseMs);
  valueOf(await ask(viewer, nodeId));
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ state: 'open', isRead: false }]);
});

test('of two answers at once the first counts, and the second hears whose it was', async () => {
  const [viewer, manager] = [await team.add('viewer'), await team.add('manager')];
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  const request = await only(nodeId);
  const both = await Promise.all([answer(manager, 'give', request), answer(team.owner, 'decline', request)]);
  const refused = both.filter(({ ok }) => !ok).map((each) => errorOf(each));
  expect(refused).toHaveLength(1);
  const first = both[0].ok ? manager : team.owner;
  expect(refused[0]).toMatchObject({ code: 'already_answered', facts: { answered_by: first.name } });
  const how = both[0].ok ? 'give' : 'decline';
  expect((await answer(first, how, request)).ok, 'a repetition is no second answer').toBe(true);
  expect(await told(viewer, 'access_answered')).toHaveLength(1);
});

test('two requests at once are one', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  const made = await Promise.all([ask(viewer, nodeId), ask(viewer, nodeId, { role: 'manager' })]);
  expect(made.map(({ ok }) => ok)).toEqual([true, true]);
  expect(valueOf(await list(team.owner, nodeId)).items).toHaveLength(1);
  expect(await told(team.owner, 'access_requested')).toHaveLength(1);
});

test('who may not share neither lists nor answers; strangers learn nothing', async () => {
  const [viewer, editor, outsider] = [await team.add('viewer'), await team.add('editor'), await stranger()];
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  const request = await only(nodeId);
  for (const by of [viewer, editor]) {
    expect(errorOf(await list(by, nodeId)).code).toBe('not_allowed');
    expect(errorOf(await listSpaceAccessRequests(world.services, by, team.spaceId)).code).toBe('not_allowed');
    expect(errorOf(await answer(by, 'give', request)).code).toBe('not_allowed');
  }
  expect(errorOf(await ask(outsider, nodeId)).code).toBe('node_not_found');
  expect(errorOf(await list(outsider, nodeId)).code).toBe('node_not_found');
  expect(errorOf(await answer(outsider, 'give', request)).code).toBe('node_not_found');
  const beside = await folder('Beside');
  expect(
    errorOf(await answer(team.owner, 'give', { ...request, nodeId: beside })).code,
    'of another item',
  ).toBe('access_request_not_found');
  await share(beside, outsider, { role: 'manager' });
  expect(errorOf(await answer(outsider, 'give', request)).code).toBe('node_not_found');
  expect(
    valueOf(await listSpaceAccessRequests(world.services, team.owner, team.spaceId)).items,
  ).toMatchObject([{ nodeId, name: 'Plans', held: 'viewer', person: { id: viewer.id } }]);
});

test('nobody asks for what they have', async () => {
  const nodeId = await folder();
  for (const role of ['editor', 'manager'] as const) {
    expect(errorOf(await ask(await team.add(role), nodeId, { role })).code).toBe('has_access_already');
  }
  expect(errorOf(await ask(team.owner, nodeId, { role: 'manager' })).code).toBe('has_access_already');
});

test('who has only a grant learns who gave it, and nobody else', async () => {
  const [guest, manager] = [await stranger(), await team.add('manager')];
  const nodeId = await folder();
  await share(nodeId, guest, { role: 'viewer' });
  const { asked } = valueOf(await ask(guest, nodeId));
  expect(asked).toEqual([{ id: team.owner.id, name: team.owner.name }]);
  expect(await told(manager, 'access_requested'), 'who is asked all the same').toHaveLength(1);
});

test('a request ends when the role came another way, and when the person lost sight', async () => {
  const [viewer, guest, late] = [await team.add('viewer'), await stranger(), await team.add('viewer')];
  const nodeId = await folder();
  await share(nodeId, guest, { role: 'viewer' });
  for (const person of [viewer, guest, late]) valueOf(await ask(person, nodeId));
  const first = await only(nodeId);
  await share(nodeId, viewer, { role: 'manager' });
  valueOf(await removeGrant(world.services, team.owner, { nodeId, holderId: UserId.parse(guest.id) }));
  expect(valueOf(await list(team.owner, nodeId)).items.map(({ person }) => person.id)).toEqual([late.id]);
  expect(errorOf(await answer(team.owner, 'give', first)).code).toBe('access_request_not_found');
  await endAccessRequests(world.services);
  const states = (await told(team.owner, 'access_requested')).map(({ state, isRead }) => ({ state, isRead }));
  expect(states).toEqual([
    { state: 'open', isRead: false },
    { state: 'ended', isRead: true },
    { state: 'ended', isRead: true },
  ]);
  valueOf(
    await removeMember(world.services, team.owner, {
      spaceId: team.spaceId,
      holderId: UserId.parse(late.id),
    }),
  );
  await endAccessRequests(world.services);
  expect((await told(team.owner, 'access_requested')).map(({ state }) => state)).not.toContain('open');
});

test('a request waits while its item is in the trash, moves with it, and ends with it', async () => {
  const guest = await stranger();
  const [nodeId, target] = [await folder(), await makeTeam(world)];
  const { db, clock } = world.services;
  const membership = {
    space_id: target.spaceId,
    user_id: team.owner.id,
    role: 'manager',
    created_at: clock.now(),
  } as const;
  await db.insertInto('member').values(membership).execute();
  await share(nodeId, guest, { role: 'viewer' });
  valueOf(await ask(guest, nodeId));
  await trashNodes(world.services, team.owner, [nodeId]);
  await endAccessRequests(world.services);
  await restoreNodes(world.services, team.owner, [nodeId]);
  expect(valueOf(await list(team.owner, nodeId)).items).toHaveLength(1);
  const { id } = await only(nodeId);
  const to = { ids: [nodeId], parentId: target.space.rootId, conflict: 'fail' as const };
  valueOf(await moveNodes(world.services, team.owner, to));
  expect(await only(nodeId)).toMatchObject({ id });
  await trashNodes(world.services, team.owner, [nodeId]);
  await purgeNodes(world.services, team.owner, [nodeId]);
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ state: 'ended', isRead: true }]);
});

test('a sweep does not end what was asked again meanwhile', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  const open = await listAllOpen(world.services.db, { after: undefined, limit: 1_000 });
  valueOf(await ask(viewer, nodeId, { message: 'Still' }));
  const now = world.services.clock.now();
  await inTransaction(world.services.db, async (tx) => {
    for (const row of open) if (row.node_id === nodeId) await close(tx, row, { state: 'ended', now });
  });
  expect(await only(nodeId)).toMatchObject({ message: 'Still' });
});

test('a request is over after its days, and goes later', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  world.clock.advance(SERVER_LIMITS.accessRequestLifeMs);
  expect(valueOf(await list(team.owner, nodeId)).items).toEqual([]);
  await endAccessRequests(world.services);
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ state: 'ended' }]);
  const left = await world.services.db
    .selectFrom('access_request')
    .select('id')
    .where('node_id', '=', nodeId)
    .execute();
  expect(left).toEqual([]);
});

test('one person asks for so many items a day', async () => {
  const viewer = await team.add('viewer');
  const nodeIds = [];
  for (let at = 0; at <= SERVER_LIMITS.accessRequestsPerDayMax; at += 1)
    nodeIds.push(await folder(`Folder ${at}`));
  const asked = await Promise.all(nodeIds.map(async (nodeId) => await ask(viewer, nodeId)));
  expect(asked.filter(({ ok }) => ok)).toHaveLength(SERVER_LIMITS.accessRequestsPerDayMax);
  expect(asked.filter(({ ok }) => !ok).map((each) => errorOf(each).code)).toEqual(['asked_too_often']);
});

test('who chose no bell for requests is not rung, and may answer all the same', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  const choices = JSON.stringify({ access_requests: { bell: false, mail: false } });
  await world.services.db
    .insertInto('notification_choice')
    .values({ user_id: team.owner.id, choices, language: null })
    .execute();
  valueOf(await ask(viewer, nodeId));
  expect(await told(team.owner, 'access_requested')).toEqual([]);
  valueOf(await answer(team.owner, 'give', nodeId));
});

test('the mail to those who are asked is dropped once it is answered', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  const waiting = async () =>
    (
      await world.services.db
        .selectFrom('mail')
        .select('kind')
        .where('user_id', '=', team.owner.id)
        .where('kind', '=', 'access_requests')
        .execute()
    ).length;
  expect(await waiting()).toBe(1);
  valueOf(await withdrawAccessRequest(world.services, viewer, nodeId));
  expect(await waiting()).toBe(0);
  valueOf(await ask(viewer, nodeId));
  expect(await waiting()).toBe(1);
  valueOf(await answer(team.owner, 'decline', nodeId));
  expect(await waiting()).toBe(0);
});
