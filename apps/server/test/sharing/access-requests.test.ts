import { type SpaceRole, SERVER_LIMITS } from '@coffer/contracts';
import { HOUR_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { getAskableAccess } from '../../src/features/access-requests/get-askable-access.ts';
import { listSpaceAccessRequests } from '../../src/features/access-requests/list-requests.ts';
import { withdrawAccessRequest } from '../../src/features/access-requests/withdraw-request.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import {
  answer,
  ask,
  folder,
  list,
  only,
  prepareRequests,
  readAll,
  share,
  stranger,
  team,
  told,
  world,
} from './access-requests.world.ts';

prepareRequests();

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

test('a manager who has left learns nothing new of a request, and a new one is told of it', async () => {
  const [viewer, former] = [await team.add('viewer'), await team.add('manager')];
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId, { message: 'first' }));
  const members = world.services.db.deleteFrom('member').where('user_id', '=', former.id);
  await members.where('space_id', '=', team.space.id).execute();
  const current = await team.add('manager');
  valueOf(await ask(viewer, nodeId, { message: 'second' }));
  expect(await told(former, 'access_requested')).toMatchObject([{ message: 'first', state: 'open' }]);
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ message: 'second' }]);
  expect(await told(current, 'access_requested')).toMatchObject([{ message: 'second', isRead: false }]);
  valueOf(await answer(current, 'give', nodeId));
  expect(await told(former, 'access_requested')).toMatchObject([{ message: 'first', answeredBy: null }]);
  expect(await told(team.owner, 'access_requested')).toMatchObject([{ answeredBy: { id: current.id } }]);
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

test('a person without a name is shown by their address, as elsewhere', async () => {
  const nodeId = await folder();
  const viewer = await team.add('viewer');
  const email = 'nameless@example.org';
  await world.services.db.updateTable('user').set({ name: '', email }).where('id', '=', viewer.id).execute();
  valueOf(await ask(viewer, nodeId));
  expect(valueOf(await list(team.owner, nodeId)).items).toMatchObject([{ person: { name: email } }]);
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

const waiting = async () =>
  (
    await world.services.db
      .selectFrom('mail')
      .select('kind')
      .where('user_id', '=', team.owner.id)
      .where('kind', '=', 'access_requests')
      .execute()
  ).length;

test('the mail to those who are asked is dropped once it is answered', async () => {
  const viewer = await team.add('viewer');
  const nodeId = await folder();
  valueOf(await ask(viewer, nodeId));
  expect(await waiting()).toBe(1);
  valueOf(await withdrawAccessRequest(world.services, viewer, nodeId));
  expect(await waiting()).toBe(0);
  valueOf(await ask(viewer, nodeId));
  expect(await waiting()).toBe(1);
  valueOf(await answer(team.owner, 'decline', nodeId));
  expect(await waiting()).toBe(0);
});
