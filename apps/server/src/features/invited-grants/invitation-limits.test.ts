import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { giveInvited } from '../sharing/index.ts';
import { removeGrants } from '../sharing/remove-grant.ts';
import { changeInvitedGrant } from './change-invited.ts';
import { inviteToNode } from './invite-to-node.ts';
import { createTurns } from './turns.ts';
import { withdrawInvitedGrant } from './withdraw-invited.ts';
import {
  ada,
  changeEmail,
  allow,
  count,
  disabledMember,
  email,
  enter,
  firstId,
  folderId,
  invite,
  join,
  list,
  mailed,
  mailing,
  makeFolder,
  manager,
  prepareInvitations,
  send,
  silent,
  unsent,
  world,
} from './invited-grants.world.ts';

prepareInvitations();

test('without a mail server administrators hand over the link themselves; with one nobody sees it', async () => {
  valueOf(await invite({ services: silent() }));
  expect(await mailed()).toBeUndefined();
  const id = await firstId();
  expect(valueOf(await send(id))).toEqual({ link: null });
  const { link } = valueOf(await send(id, silent()));
  expect((await join(link?.url.split('#')[1])).status).toBe(200);
  expect((await enter(email)).email.toLowerCase()).toBe(email.toLowerCase());
});

test('an address that is too long for a user name is refused as such, and is no missing key', async () => {
  const long = `${'x'.repeat(120)}@example.org`;
  expect(valueOf(await invite({ emails: [long] })).items).toEqual([
    { ok: false, email: long, code: 'too_long' },
  ]);
});

test('an address gets few messages a day, and a member invites few addresses a day', async () => {
  valueOf(await invite({ emails: [email, await disabledMember()] }));
  const ids = (await list()).items.map((item) => item.id);
  for (const each of ids) {
    for (let sent = 1; sent < SERVER_LIMITS.invitationMailsPerDayMax; sent += 1) valueOf(await send(each));
    expect(errorOf(await send(each)).code).toBe('rate_limited');
  }
  const [id = ''] = ids;
  world.clock.advance(DAY_MS);
  valueOf(await send(id));
  const ben = await manager();
  await allow('everyone');
  const turns = createTurns(world.services);
  const many = Array.from(
    { length: SERVER_LIMITS.invitationsPerDayMax + 1 },
    (_, n) => `many-${count}-${n}@example.org`,
  );
  const ask = { nodeId: folderId, role: 'viewer' as const, expiresAt: null, message: '' };
  const services = { ...mailing(), turns, unsent };
  const by = async (wanted: { readonly emails: string[]; readonly expiresAt?: string }) =>
    await inviteToNode(services, ben, { ...ask, ...wanted });
  expect(errorOf(await by({ emails: many }))).toEqual({
    code: 'limit_reached',
    facts: { limit: SERVER_LIMITS.invitationsPerDayMax },
  });
  // Rejected terms use up no turn.
  const past = new Date(world.clock.now().getTime() - 1).toISOString();
  expect(errorOf(await by({ emails: many.slice(1), expiresAt: past })).code).toBe('invalid_request');
  valueOf(await by({ emails: many.slice(1) }));
  expect(errorOf(await by({ emails: many.slice(0, 1) })).code).toBe('rate_limited');
  // An undo uses up no turn, for a short time.
  const removed = valueOf(await removeGrants(world.services, ben, folderId));
  const back = removed.invited.map((each) => each.email);
  expect(valueOf(await by({ emails: back })).items.filter((item) => item.ok)).toHaveLength(back.length);
  valueOf(await removeGrants(world.services, ben, folderId));
  world.clock.advance(SERVER_LIMITS.leaveUndoMs);
  expect(errorOf(await by({ emails: back })).code).toBe('rate_limited');
});

test('an address that got its messages for today, and has no open invitation, is not said to be invited', async () => {
  // An address whose account gives no access gets the same results.
  for (const address of [email, await disabledMember()]) {
    changeEmail(address);
    for (let sent = 0; sent < SERVER_LIMITS.invitationMailsPerDayMax; sent += 1) {
      valueOf(await invite());
      valueOf(
        await withdrawInvitedGrant(world.services, ada, { nodeId: folderId, invitedId: await firstId() }),
      );
    }
    expect(valueOf(await invite()).items).toEqual([{ ok: false, email, code: 'rate_limited' }]);
    expect((await list()).items).toEqual([]);
  }
});

test('an invitation by sharing ends when what waited is purged or over', async () => {
  const codes: (string | undefined)[] = [];
  const soon = new Date(world.clock.now().getTime() + 1_000).toISOString();
  valueOf(await invite({ expiresAt: soon }));
  codes.push(await mailed());
  changeEmail(`purged-${email}`);
  const nodeId = await makeFolder(`Purged ${count}`);
  valueOf(await invite({ nodeId }));
  codes.push(await mailed());
  await giveInvited(world.services);
  expect(await mailed()).toBeDefined();
  // The purge deletes waiting grants by cascade.
  await world.db.deleteFrom('invited_grant').where('node_id', '=', nodeId).execute();
  world.clock.advance(1_000);
  await giveInvited(world.services);
  for (const code of codes) expect((await join(code)).code).toBe('link_replaced');
});

const change = async (revision: number | undefined, wanted: object) =>
  await changeInvitedGrant(world.services, ada, {
    nodeId: folderId,
    invitedId: await firstId(),
    change: wanted,
    revision,
  });

test('a change needs the revision that was seen', async () => {
  valueOf(await invite());
  expect(errorOf(await change(undefined, { role: 'viewer' })).code).toBe('revision_required');
  expect(errorOf(await change(7, { role: 'viewer' })).code).toBe('revision_conflict');
  const past = new Date(world.clock.now().getTime() - 1).toISOString();
  expect(errorOf(await change(1, { expiresAt: past })).code).toBe('invalid_request');
  expect(valueOf(await change(1, { role: 'viewer' }))).toMatchObject({ role: 'viewer', revision: 2 });
});

test('the same address in twenty calls at once waits once and has one open invitation', async () => {
  const other = await makeFolder(`Other ${count}`);
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      valueOf(
        await invite({
          nodeId: n % 2 === 0 ? folderId : other,
          emails: [email, `x-${email}`].toSorted(() => (n % 3) - 1),
        }),
      );
    }),
  );
  const rows = await world.db
    .selectFrom('one_time_link')
    .select('email')
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute();
  expect(rows).toHaveLength(1);
  expect((await list()).items).toHaveLength(2);
});
