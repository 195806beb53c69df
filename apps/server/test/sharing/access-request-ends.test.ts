import { UserId, SERVER_LIMITS } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { close } from '../../src/features/access-requests/close-request.ts';
import { endAccessRequests } from '../../src/features/access-requests/end-requests.ts';
import { listAllOpen } from '../../src/features/access-requests/store/requests.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { restoreNodes } from '../../src/features/files/trash/restore-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { removeGrant } from '../../src/features/sharing/remove-grant.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import {
  answer,
  ask,
  folder,
  list,
  only,
  prepareRequests,
  share,
  stranger,
  team,
  told,
  world,
} from './access-requests.world.ts';

prepareRequests();

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
