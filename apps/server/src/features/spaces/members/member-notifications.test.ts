import { type NotificationPage, type Person, UserId } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../../live.world.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { makeTeam } from '../team.world.ts';
import { addMembers } from './add-members.ts';
import { changeMember } from './change-member.ts';
import { removeMember } from './remove-member.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const list = async (person: Person): Promise<NotificationPage> =>
  valueOf(await listNotifications(world.services, person, { limit: 20 }));

test('members are notified when they are added, get another role, or are removed', async () => {
  const team = await makeTeam(world);
  const { spaceId, services, owner } = team;
  const { person } = await world.addOwner();
  const personIds = [UserId.parse(person.id)];
  valueOf(await addMembers(services, owner, { spaceId, personIds, groupIds: [], role: 'viewer' }));
  // Adding the same member again changes nothing.
  valueOf(await addMembers(services, owner, { spaceId, personIds, groupIds: [], role: 'viewer' }));
  const change = { spaceId, holderId: person.id, role: 'editor', revision: 1 } as const;
  valueOf(await changeMember(services, owner, change));
  valueOf(await removeMember(services, owner, { spaceId, holderId: person.id }));
  const actor = { id: owner.id, name: owner.name };
  const { items, unread } = await list(person);
  expect(items).toMatchObject([
    { isRead: false, actor, subject: { kind: 'space_removed', name: 'Field team' } },
    { isRead: false, actor, subject: { kind: 'space_role', spaceId, role: 'editor' } },
    { isRead: false, actor, subject: { kind: 'space_added', spaceId, name: 'Field team', role: 'viewer' } },
  ]);
  expect(unread).toBe(3);
  expect((await list(owner)).items).toEqual([]);
});

test('people are not notified of their own actions', async () => {
  const team = await makeTeam(world);
  const member = await team.add('editor');
  valueOf(await removeMember(team.services, member, { spaceId: team.spaceId, holderId: member.id }));
  expect((await list(member)).items.map(({ subject }) => subject.kind)).toEqual(['space_added']);
});
