import { NodeId, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  type Answer,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { onCommit } from '../../platform/db/transaction.ts';
import { createFolder } from '../files/create-folder.ts';
import { getNode } from '../files/get-node.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { invitePerson } from '../people/index.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { giveInvited } from '../sharing/index.ts';
import { listAccess } from '../sharing/list-access.ts';
import { removeGrant, removeGrants } from '../sharing/remove-grant.ts';
import { changeInvitedGrant } from './change-invited.ts';
import { inviteToNode } from './invite-to-node.ts';
import { listInvitedGrants } from './list-invited.ts';
import { sendInvitedGrant } from './send-again.ts';
import { createTurns } from './turns.ts';
import { createUnsent, type Unsent } from './unsent.ts';
import { withdrawInvitedGrant } from './withdraw-invited.ts';

let world: SignInWorld;
let ada: Person;
let folderId: NodeId;
let count = 0;
let email = '';
let unsent: Unsent;

beforeAll(async () => {
  world = await signInWorld();
  world.settings.forget();
  await addAccount(world, 'ada@example.org');
  ada = { ...(await enter('ada@example.org')), role: 'administrator' };
});
afterAll(async () => await world.end());

beforeEach(async () => {
  count += 1;
  unsent = createUnsent(world.services);
  email = `New-${count}@example.org`;
  world.clock.advance(2 * DAY_MS);
  folderId = await makeFolder(`Plans ${count}`);
  await allow('administrators');
});

async function enter(address: string): Promise<Person> {
  const browser = world.browser();
  expect((await browser.prove(address, PASSWORD)).body).toEqual({ step: 'signed_in' });
  const { body } = await browser.call('getSession');
  if (body.state !== 'signed_in') throw new Error('nobody signed in');
  return body.person;
}

async function makeFolder(name: string, by = ada): Promise<NodeId> {
  const space = await world.db
    .selectFrom('space')
    .select('root_id')
    .where('owner_id', '=', by.id)
    .executeTakeFirstOrThrow();
  const input = { parentId: NodeId.parse(space.root_id), name, ifExists: 'fail' as const };
  return valueOf(await createFolder(world.services, by, input)).id;
}

async function allow(inviters: 'administrators' | 'everyone'): Promise<void> {
  await world.db.deleteFrom('admin_setting').execute();
  const row = { key: 'inviters', value: JSON.stringify(inviters), previous: null };
  await world.db
    .insertInto('admin_setting')
    .values({ ...row, changed_by: ada.id, changed_at: world.clock.now() })
    .execute();
  world.settings.forget();
}

const MAIL = { url: 'smtp://127.0.0.1:25', from: 'coffer@example.org' };
/** The services with a mail server, whose outbox the tests read. */
const mailing = () => ({
  ...world.services,
  config: { ...world.services.config, mail: MAIL } as unknown as typeof world.services.config,
});
const silent = () => world.services;
const noLimit = () => createTurns(world.services);

type Wanted = Partial<Parameters<typeof inviteToNode>[2]> & {
  readonly by?: Person;
  readonly services?: typeof world.services;
};
const invite = async ({ by = ada, services = mailing(), ...wanted }: Wanted = {}) =>
  await inviteToNode({ ...services, turns: noLimit(), unsent }, by, {
    nodeId: folderId,
    emails: [email],
    role: 'editor',
    expiresAt: null,
    message: '',
    ...wanted,
  });
const list = async (by = ada) => valueOf(await listInvitedGrants(mailing(), by, folderId));
const send = async (invitedId: string, services = mailing(), by = ada) =>
  await sendInvitedGrant({ ...services, turns: noLimit(), unsent }, by, { nodeId: folderId, invitedId });
const firstId = async () => (await list()).items[0]?.id ?? '';

/** The code in the newest message to the address. */
async function mailed(): Promise<string | undefined> {
  const rows = await world.db
    .selectFrom('mail')
    .select(['id', 'secret_sealed'])
    .where('address', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [row] = rows;
  if (row?.secret_sealed == null) return undefined;
  return world.cipher.open(row.secret_sealed, `mail.secret:${row.id}`).split('#')[1];
}

const join = async (code: string | undefined): Promise<Answer<{ username: string }>> =>
  await world.browser().call('acceptInvitation', { code, name: 'New Person', password: PASSWORD });
const open = async (person: Person) => await getNode(world.services, person, folderId);

async function member(address = `member-${count}@example.org`): Promise<Person> {
  await addAccount(world, address);
  return await enter(address);
}

async function manager(): Promise<Person> {
  const person = await member();
  const grant = { nodeId: folderId, personIds: [person.id], groupIds: [], role: 'manager' as const };
  valueOf(await createGrants(world.services, ada, { ...grant, expiresAt: null, message: '' }));
  return person;
}

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

async function disabledMember(): Promise<string> {
  const address = `disabled-${count}@example.org`;
  const { id } = await member(address);
  await world.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
  return address;
}

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
  email = `late-${email}`;
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

test('without a mail server administrators hand over the link themselves; with one nobody sees it', async () => {
  valueOf(await invite({ services: silent() }));
  expect(await mailed()).toBeUndefined();
  const id = await firstId();
  expect(valueOf(await send(id))).toEqual({ link: null });
  const { link } = valueOf(await send(id, silent()));
  expect((await join(link?.url.split('#')[1])).status).toBe(200);
  expect((await enter(email)).email.toLowerCase()).toBe(email.toLowerCase());
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
  for (email of [email, await disabledMember()]) {
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
  email = `purged-${email}`;
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

test('a change needs the revision that was seen', async () => {
  valueOf(await invite());
  const change = async (revision: number | undefined, wanted: object) =>
    await changeInvitedGrant(world.services, ada, {
      nodeId: folderId,
      invitedId: await firstId(),
      change: wanted,
      revision,
    });
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
