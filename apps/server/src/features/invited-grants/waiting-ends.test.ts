import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { getNode } from '../files/get-node.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { giveInvited } from '../sharing/index.ts';
import { changeInvitedGrant } from './change-invited.ts';
import {
  ada,
  allow,
  count,
  firstId,
  folderId,
  invite,
  makeFolder,
  member,
  open,
  prepareInvitations,
  world,
} from './invited-grants.world.ts';

prepareInvitations();

test('what waits for an address neither shortens nor lowers what its person has, and waits as long as it would', async () => {
  const ben = await member();
  const grant = { nodeId: folderId, personIds: [ben.id], groupIds: [], message: '' };
  const until = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  const verified = async (isVerified: boolean) =>
    await world.db.updateTable('user').set({ email_verified: isVerified }).where('id', '=', ben.id).execute();
  await verified(false);
  valueOf(await invite({ emails: [ben.email], role: 'viewer' }));
  for (const expiresAt of [until, null]) {
    const held = { role: 'viewer', expiresAt: null };
    const asked = { emails: [ben.email], role: 'editor' as const, expiresAt };
    const { items } = valueOf(await invite(asked));
    expect(items).toEqual([
      expiresAt === null
        ? { ok: true, email: ben.email, isInvited: true }
        : { ok: false, email: ben.email, code: 'grant_differs', held },
    ]);
  }
  valueOf(await createGrants(world.services, ada, { ...grant, role: 'manager', expiresAt: until }));
  await verified(true);
  expect(await giveInvited(world.services), 'a waiting grant took a role away').toBe(0);
  expect(valueOf(await open(ben)).role).toBe('manager');
  world.clock.advance(DAY_MS);
  expect(await giveInvited(world.services)).toBe(1);
  expect(valueOf(await open(ben)).role).toBe('editor');
  const third = await makeFolder(`Third ${count}`);
  await verified(false);
  valueOf(await invite({ nodeId: third, emails: [ben.email], role: 'viewer' }));
  const soon = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  valueOf(
    await createGrants(world.services, ada, { ...grant, nodeId: third, role: 'viewer', expiresAt: soon }),
  );
  await verified(true);
  expect(await giveInvited(world.services), 'the longer end was dropped').toBe(1);
  world.clock.advance(2 * DAY_MS);
  expect(valueOf(await getNode(world.services, ben, third)).role).toBe('viewer');
});

test('nobody extends what ends for them by naming their own address', async () => {
  await allow('everyone');
  const ben = await member();
  const until = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  const grant = { nodeId: folderId, personIds: [ben.id], groupIds: [], role: 'manager' as const };
  valueOf(await createGrants(world.services, ada, { ...grant, expiresAt: until, message: '' }));
  const refused = [{ ok: false, email: ben.email, code: 'not_allowed' }];
  const own = { emails: [ben.email], role: 'manager' as const, by: ben };
  expect(valueOf(await invite(own)).items).toEqual(refused);
  await world.db.updateTable('user').set({ email_verified: false }).where('id', '=', ben.id).execute();
  expect(valueOf(await invite(own)).items).toEqual(refused);
  valueOf(await invite({ ...own, by: ada, expiresAt: until }));
  const change = { nodeId: folderId, invitedId: await firstId(), revision: 1, change: { expiresAt: null } };
  expect(errorOf(await changeInvitedGrant(world.services, ben, change)).code).toBe('not_allowed');
  expect(valueOf(await changeInvitedGrant(world.services, ada, change)).expiresAt).toBeNull();
});
