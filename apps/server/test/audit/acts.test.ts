// Every action that changes rights, people or sessions, or deletes permanently, adds a row to the audit trail.
import { AuditQuery, type AuditRow, GroupId, NodeId, type Person, SpaceId, UserId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { listAudit } from '../../src/features/audit/list-audit.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { createGroup } from '../../src/features/groups/change-group.ts';
import { addGroupMembers, removeGroupMember } from '../../src/features/groups/change-members.ts';
import { deleteGroup } from '../../src/features/groups/delete-group.ts';
import { startLinksWorld } from '../../src/features/links/links.world.ts';
import { revokeLink } from '../../src/features/links/manage/revoke-link.ts';
import { changeRole } from '../../src/features/people/change-role.ts';
import { findPeople } from '../../src/features/people/find-people.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { removeGrant } from '../../src/features/sharing/remove-grant.ts';
import { recordEvents } from '../../src/features/spaces/record-events.ts';
import { addMembers } from '../../src/features/spaces/members/add-members.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { createSpace } from '../../src/features/spaces/team/create-space.ts';
import { valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { Services } from '../../src/services.ts';
import { arrive, prepareFreshSignIns, world } from '../sign-in-scene.ts';
import { PASSWORD } from '../sign-in-world.ts';

const DELETED = new Date('2026-11-26T08:00:00Z');

async function trail(db: Services['db'], actor: Pick<Person, 'id'>): Promise<readonly AuditRow[]> {
  const auditor = { ...actor, username: '', name: '', email: '', role: 'auditor' } as const;
  const page = valueOf(await listAudit({ db }, auditor, AuditQuery.parse({ limit: '1000' })));
  return page.items.toReversed();
}

prepareFreshSignIns();

const idOf = async (email: string) => UserId.parse((await findPeople(world.services, email))[0]?.id);

test('sessions and people: who did it, from where, to whom', async () => {
  const ada = await arrive('ada@example.org');
  const ben = await arrive('ben@example.org');
  await arrive('cy@example.org');
  const [adaId, benId, cyId] = [
    await idOf('ada@example.org'),
    await idOf('ben@example.org'),
    await idOf('cy@example.org'),
  ];
  await changeRole(world.services, { userId: adaId, role: 'administrator' });
  const on = { params: { personId: benId } };
  await world.browser().prove('ben@example.org', 'not the password 7');
  await world.browser().prove('nobody@example.org', PASSWORD);
  await ada.call('invitePeople', { people: [{ email: 'cleo@example.org' }] });
  await ada.call('withdrawInvitation', { email: 'cleo@example.org' });
  await ada.call('createResetLink', undefined, on);
  await ada.call('signPersonOut', undefined, on);
  await ada.call('resetPersonFactors', undefined, on);
  await ada.call('disablePerson', undefined, on);
  await ada.call('enablePerson', undefined, on);
  await ada.call('handOverFiles', { toId: cyId }, on);
  await ben.call('signOut');
  await ada.call('signOut');
  const rows = await trail(world.db, { id: adaId });
  const ben2 = { kind: 'person', id: benId, name: 'Ada Lovelace' };
  const [byAda, from] = [{ actor: { kind: 'person', id: adaId } }, { address: '192.0.2.7' }];
  expect(rows).toMatchObject([
    { action: 'signed_in', ...byAda, ...from, facts: { device: 'Firefox, Linux' } },
    { action: 'signed_in', actor: { id: benId }, ...from },
    { action: 'signed_in', actor: { id: cyId }, ...from },
    {
      action: 'person_role_changed',
      actor: { kind: 'server' },
      address: null,
      facts: { from: 'member', to: 'administrator' },
    },
    { action: 'sign_in_refused', actor: { kind: 'unknown' }, outcome: 'refused', subject: ben2, ...from },
    { action: 'person_invited', ...byAda, subject: { id: null, name: 'cleo@example.org' } },
    { action: 'invitation_withdrawn', ...byAda, subject: { name: 'cleo@example.org' } },
    { action: 'password_link_created', ...byAda, subject: ben2 },
    { action: 'sessions_ended', ...byAda, subject: ben2 },
    { action: 'factors_reset', ...byAda, subject: ben2 },
    { action: 'person_disabled', ...byAda, subject: ben2 },
    { action: 'person_enabled', ...byAda, subject: ben2 },
    { action: 'space_handed_over', ...byAda, facts: { from: { id: benId }, to: { id: cyId } } },
    { action: 'signed_out', ...byAda },
  ]);
  const text = JSON.stringify(rows);
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain('nobody@example.org');
  for (const cookie of [...ada.cookies.values(), ...ben.cookies.values()]) expect(text).not.toContain(cookie);
});

test('spaces, groups, grants, links and what is deleted permanently: with the names of the moment', async () => {
  await using links = await startLinksWorld();
  const { services } = links;
  const owner = await links.world.addOwner();
  const { person: ann } = await links.world.addOwner();
  const root: Person = { ...owner.person, role: 'administrator' };
  const group = GroupId.parse(valueOf(await createGroup(services, root, { name: 'Counters' })).id);
  valueOf(await addGroupMembers(services, root, { groupId: group, personIds: [ann.id] }));
  const team = { name: 'Field team', description: '', color: 'green' } as const;
  const spaceId = SpaceId.parse(valueOf(await createSpace(services, owner.person, team)).id);
  valueOf(
    await addMembers(services, owner.person, {
      spaceId,
      personIds: [ann.id],
      groupIds: [group],
      role: 'viewer',
    }),
  );
  valueOf(await removeMember(services, owner.person, { spaceId, holderId: ann.id }));
  const folder = await links.makeFolder(owner, 'Notes');
  const nodeId = NodeId.parse(folder.id);
  const wanted = { role: 'editor', message: 'secret words', expiresAt: null } as const;
  valueOf(
    await createGrants(services, owner.person, { nodeId, personIds: [ann.id], groupIds: [], ...wanted }),
  );
  valueOf(await removeGrant(services, owner.person, { nodeId, holderId: ann.id }));
  const link = await links.share(owner.person, folder, {
    label: 'For the printer',
    password: 'quiet owls 77',
  });
  valueOf(await revokeLink(services, owner.person, link.link.id));
  valueOf(await removeGroupMember(services, root, { groupId: group, personId: ann.id }));
  valueOf(await deleteGroup(services, root, group));
  await trashNodes(services, owner.person, [nodeId]);
  await purgeNodes(services, owner.person, [nodeId]);
  const teamOwner = { ...owner, spaceId, rootId: await rootOf(services, spaceId) };
  const old = await links.makeFolder(teamOwner, 'Old films');
  await trashNodes(services, owner.person, [old.id]);
  links.world.clock.advance(DAY_MS);
  await purgeNodes(services, owner.person, [old.id]);
  const film = await links.makeFolder(teamOwner, 'Film');
  const diary = await links.makeFolder(owner, 'Diary');
  await inTransaction(services.db, async (tx) => {
    for (const [where, node] of [
      [owner.spaceId, diary],
      [spaceId, film],
    ] as const) {
      const facts = { name: node.name, parent_id: null, number: 3 };
      const events = [{ verb: 'version_deleted', nodeId: node.id, facts }] as const;
      const { newId } = services;
      await recordEvents(tx, { spaceId: where, actorId: owner.person.id, at: DELETED, newId, events });
    }
  });

  const rows = await trail(services.db, owner.person);
  const space = { kind: 'space', id: spaceId, name: 'Field team' };
  const person = { kind: 'person', id: ann.id, name: ann.name };
  const counters = { kind: 'group', id: group, name: 'Counters' };
  const notes = { kind: 'node', id: nodeId, name: 'Notes' };
  const personal = { kind: 'personal_space', id: owner.spaceId, name: owner.person.name };
  const named = { kind: 'link', id: link.link.id, name: 'For the printer' };
  expect(rows).toMatchObject([
    { action: 'group_created', subject: counters },
    { action: 'group_member_added', subject: person, facts: { group: counters } },
    { action: 'space_created', subject: space },
    { action: 'member_added', subject: person, facts: { space, role: 'viewer' } },
    { action: 'member_added', subject: counters, facts: { space, role: 'viewer' } },
    { action: 'member_removed', subject: person, facts: { space } },
    { action: 'grant_added', subject: notes, facts: { holder: person, role: 'editor', space: personal } },
    { action: 'grant_removed', subject: notes, facts: { holder: person, role: 'editor' } },
    { action: 'link_created', subject: named, facts: { node: notes } },
    { action: 'link_revoked', subject: named, facts: { node: notes } },
    { action: 'group_member_removed', subject: person, facts: { group: counters } },
    { action: 'member_removed', subject: counters, facts: { space } },
    { action: 'group_deleted', subject: counters },
    { action: 'purged', subject: personal, facts: { count: 1 } },
    { action: 'purged', subject: space, facts: { count: 1, names: ['Old films'] } },
    { action: 'version_deleted', subject: { id: diary.id, name: '' } },
    {
      action: 'version_deleted',
      subject: { id: film.id, name: 'Film' },
      facts: { name: 'Film', number: 3, space },
    },
  ]);
  expect(rows.find(({ action }) => action === 'version_deleted')?.facts, 'of a personal space').toEqual({
    number: 3,
    space: personal,
  });
  expect(JSON.stringify(rows)).not.toContain('Diary');
  expect(rows.find(({ action }) => action === 'purged')?.facts, 'of a personal space').toEqual({ count: 1 });
  const text = JSON.stringify(rows);
  for (const secret of [link.token, 'quiet owls 77', 'secret words']) expect(text).not.toContain(secret);
});

async function rootOf({ db }: Pick<Services, 'db'>, spaceId: string) {
  const { root_id: rootId } = await db
    .selectFrom('space')
    .select('root_id')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return rootId;
}
