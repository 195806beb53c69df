import { type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addAccount } from '../../../test/sign-in-world.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { onCommit } from '../../platform/db/transaction.ts';
import { getNode } from '../files/get-node.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { invitePerson } from '../people/index.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { giveInvited } from '../sharing/index.ts';
import { listAccess } from '../sharing/list-access.ts';
import { removeGrant, removeGrants } from '../sharing/remove-grant.ts';
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
  makeFolder,
  manager,
  member,
  open,
  prepareInvitations,
  send,
  silent,
  world,
} from './invited-grants.world.ts';

prepareInvitations();

test('an address waits, is mailed, and has its access with the first sign-in, whatever its case', async () => {
  const until = new Date(world.clock.now().getTime() + 9 * DAY_MS).toISOString();
  const { items } = valueOf(await invite({ expiresAt: until, message: 'Have a look' }));
  expect(items).toEqual([{ ok: true, email, isInvited: true }]);
  const again = valueOf(await invite({ emails: [email.toLowerCase(), email], expiresAt: until }));
  expect(again.items).toEqual([{ ok: false, email: email.toLowerCase(), code: 'already_invited' }]);
  expect(await list()).toMatchObject({
    invites: 'mail',
    items: [{ email, role: 'editor', expiresAt: until, isGood: true, isInvitedByYou: true, revision: 1 }],
  });
  const mail = await world.db
    .selectFrom('mail')
    .select('subject')
    .where('address', '=', email)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toMatchObject({
    kind: 'invited',
    about: { name: `Plans ${count}`, message: 'Have a look' },
  });
  expect((await join(await mailed())).status).toBe(200);
  const person = await enter(email.toLowerCase());
  expect(valueOf(await open(person))).toMatchObject({ role: 'editor' });
  expect((await list()).items).toEqual([]);
  const access = valueOf(await listAccess(world.services, ada, folderId));
  expect(access.items.find(({ personId }) => personId === person.id)?.reasons).toMatchObject([
    { grantedBy: ada.name, grant: { expiresAt: until, message: 'Have a look' } },
  ]);
  const acts = await world.db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'address_%')
    .orderBy('sequence', 'desc')
    .limit(2)
    .execute();
  expect(acts.map(({ action }) => action)).toEqual(['address_joined', 'address_invited']);
  const told = await world.db
    .selectFrom('notification')
    .select('subject')
    .where('user_id', '=', person.id)
    .execute();
  expect(told).toMatchObject([{ subject: { kind: 'shared', name: `Plans ${count}` } }]);
});

test('whoever may not invite is refused before anything is looked up, and learns nothing of accounts', async () => {
  const ben = await manager();
  const stranger = await member(`stranger-${count}@example.org`);
  for (const emails of [[email], ['ada@example.org'], [`gone-${count}@example.org`]]) {
    expect(errorOf(await invite({ by: ben, emails }))).toEqual({
      code: 'not_allowed',
      facts: { needed_role: 'administrator' },
    });
    expect(errorOf(await invite({ by: stranger, emails }))).toEqual({ code: 'node_not_found' });
  }
  expect((await list(ben)).invites).toBe('none');
  await allow('everyone');
  expect((await list(ben)).invites).toBe('mail');
  // Without mail, a member would get the link that gives access to the account.
  expect(errorOf(await invite({ by: ben, services: silent() })).code).toBe('not_allowed');
  const pooled = `Pooled-${count}@example.org`;
  await addAccount(world, pooled);
  const disabled = await disabledMember();
  const { items } = valueOf(await invite({ by: ben, emails: [email, pooled, disabled] }));
  expect(items.map((item) => ({ ...item, email: '' }))).toEqual(
    Array.from({ length: 3 }, () => ({ ok: true, email: '', isInvited: true })),
  );
  const page = await list(ben);
  expect(page.items.map((item) => Object.keys(item).length)).toEqual(
    Array(3).fill(Object.keys(page.items[0] ?? {}).length),
  );
  // People who already have an account notice the grant at their next sign-in.
  const person = await enter(pooled);
  expect((await open(person)).ok).toBe(true);
});

test('somebody with an account gets a grant at once, also who joined a moment before', async () => {
  const ben = await member();
  const { items } = valueOf(await invite({ emails: [ben.email.toUpperCase(), email] }));
  expect(items).toEqual([
    { ok: true, email: ben.email.toUpperCase(), isInvited: false },
    { ok: true, email, isInvited: true },
  ]);
  expect((await open(ben)).ok).toBe(true);
  const again = valueOf(await invite({ emails: [ben.email], role: 'viewer' }));
  expect(again.items).toEqual([{ ok: false, email: ben.email, code: 'has_access_already' }]);
});

test('withdrawn, expired, given up: the invitation gives nothing, and ends with its last waiting grant', async () => {
  valueOf(await invite());
  const code = await mailed();
  valueOf(await withdrawInvitedGrant(world.services, ada, { nodeId: folderId, invitedId: await firstId() }));
  expect((await join(code)).code).toBe('link_replaced');
  expect(
    errorOf(await withdrawInvitedGrant(world.services, ada, { nodeId: folderId, invitedId: ada.id })).code,
  ).toBe('grant_not_found');
  const soon = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  valueOf(await invite({ expiresAt: soon }));
  world.clock.advance(DAY_MS);
  expect((await list()).items).toEqual([]);
  expect((await join(await mailed())).status).toBe(200);
  const person = await enter(email);
  expect(errorOf(await open(person)).code).toBe('node_not_found');
  changeEmail(`late-${email}`);
  valueOf(await invite());
  world.clock.advance(SERVER_LIMITS.invitedGrantLifeMs);
  expect((await list()).items).toEqual([]);
  await giveInvited(world.services);
  const rows = await world.db.selectFrom('invited_grant').select('id').where('email', '=', email).execute();
  expect(rows).toEqual([]);
});

test('who stops sharing with everyone ends what waits, and is told enough to give it back', async () => {
  const ben = await manager();
  await allow('everyone');
  valueOf(await invite({ message: 'Look' }));
  valueOf(await invite({ by: ben, emails: [`ben-${email}`] }));
  const removed = valueOf(await removeGrants(world.services, ada, folderId));
  expect(removed).toMatchObject({
    items: [{ holderId: ben.id }],
    invited: [{ email, role: 'editor', expiresAt: null, message: 'Look' }],
  });
  expect((await list()).items.map((item) => item.email)).toEqual([`ben-${email}`]);
  expect(await mailed()).toBeUndefined();
});

test('an invitation by an administrator keeps its terms, and outlives what was shared', async () => {
  const first = valueOf(
    await invitePerson(world.services, { email, name: 'Nadia', role: 'auditor', invitedBy: null }),
  );
  valueOf(await invite());
  expect((await join(first.url.split('#')[1])).code).toBe('link_replaced');
  const code = await mailed();
  valueOf(await withdrawInvitedGrant(world.services, ada, { nodeId: folderId, invitedId: await firstId() }));
  expect((await join(code)).status).toBe(200);
  expect((await enter(email)).role).toBe('auditor');
});

test('what a sharer who lost the right had shared waits, until somebody else sends it', async () => {
  const ben = await manager();
  await allow('everyone');
  valueOf(await invite({ by: ben }));
  const code = await mailed();
  valueOf(await removeGrant(world.services, ada, { nodeId: folderId, holderId: ben.id }));
  expect((await list()).items).toMatchObject([{ isGood: false, invitedBy: ben.name }]);
  await join(code);
  const person = await enter(email);
  expect(errorOf(await open(person)).code).toBe('node_not_found');
  valueOf(await send(await firstId()));
  expect(await giveInvited(world.services)).toBe(1);
  expect((await open(person)).ok).toBe(true);
});

test('one that throws does not keep back the next, and a sign-in does not fail by it', async () => {
  const nodeId = await makeFolder(`Broken ${count}`);
  valueOf(await invite());
  valueOf(await invite({ nodeId }));
  const code = await mailed();
  await sql`alter table "grant" add constraint broken check (node_id <> ${sql.lit(nodeId)})`.execute(
    world.db,
  );
  try {
    await join(code);
    const person = await enter(email);
    expect((await open(person)).ok).toBe(true);
    expect(errorOf(await getNode(world.services, person, nodeId)).code).toBe('node_not_found');
  } finally {
    await sql`alter table "grant" drop constraint broken`.execute(world.db);
  }
  expect(await giveInvited(world.services)).toBe(1);
});

test('an account that has not proved its address waits, and is told apart by nobody', async () => {
  const ben = await member();
  const ofBen = () => world.db.updateTable('user').where('id', '=', ben.id);
  await ofBen().set({ email_verified: false }).execute();
  const { items } = valueOf(await invite({ emails: [ben.email] }));
  expect(items).toEqual([{ ok: true, email: ben.email, isInvited: true }]);
  expect(await giveInvited(world.services)).toBe(0);
  expect(errorOf(await open(ben)).code).toBe('node_not_found');
  await ofBen().set({ email_verified: true }).execute();
  expect(await giveInvited(world.services)).toBe(1);
});

test('what lies in the trash waits for its return', async () => {
  valueOf(await invite());
  const code = await mailed();
  await trashNodes(world.services, ada, [folderId]);
  await join(code);
  const person = await enter(email);
  let commits = 0;
  onCommit(world.db, () => (commits += 1));
  expect(await giveInvited(world.services)).toBe(0);
  expect(commits).toBe(0);
  onCommit(world.db, () => undefined);
  await restoreNodes(world.services, ada, [folderId]);
  expect(await giveInvited(world.services)).toBe(1);
  expect((await open(person)).ok).toBe(true);
});

test('an address that is not verified proves nothing, and a role that is there is not lowered', async () => {
  valueOf(await invite({ role: 'viewer' }));
  await join(await mailed());
  await world.db.updateTable('user').set({ email_verified: false }).where('email', '=', email).execute();
  expect(await giveInvited(world.services)).toBe(0);
  const row = await world.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const grant = {
    nodeId: folderId,
    personIds: [row.id as Person['id']],
    groupIds: [],
    role: 'manager' as const,
  };
  valueOf(await createGrants(world.services, ada, { ...grant, expiresAt: null, message: '' }));
  const person = await enter(email);
  expect(valueOf(await open(person)).role).toBe('manager');
  expect((await list()).items).toEqual([]);
});
