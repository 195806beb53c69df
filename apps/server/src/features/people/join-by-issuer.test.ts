import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestIssuer, type TestIssuer } from '../../../test/oidc-issuer.ts';
import { issuerConfig, leaveFor } from '../../../test/redirect-steps.ts';
import { ORIGIN, PASSWORD, type SignInWorld, signInWorld } from '../../../test/sign-in-world.ts';
import { createIssuers } from '../../run/issuers.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { invitePerson, withdrawInvitation } from './index.ts';
import { openLink } from './open-link.ts';

let issuer: TestIssuer;
let world: SignInWorld;
let count = 0;
let email = '';

beforeAll(async () => {
  issuer = await startTestIssuer(`${ORIGIN}/auth/callback`, `${ORIGIN}/signed-out`);
  const closed = issuerConfig(issuer, { admitsNewPeople: false });
  const issuers = [
    closed,
    { ...closed, id: 'other-domain', name: 'Other', allowedDomains: ['else.example'] },
  ];
  world = await signInWorld({ issuers: (_, services) => createIssuers({ url: ORIGIN, issuers }, services) });
});

afterAll(async () => {
  await world.end();
  await issuer.close();
});

beforeEach(() => {
  count += 1;
  email = `person-${count}@example.org`;
  world.clock.advance(30 * MINUTE_MS);
  issuer.person = { sub: `sub-${count}`, email, email_verified: true, name: 'Grace' };
});

const keyless = () => ({ ...world.services, pool: { ...world.services.pool, isAdministered: false } });

async function invite(terms: object = {}, services = world.services): Promise<string> {
  const invited = await invitePerson(services, {
    email,
    name: '',
    role: 'member',
    invitedBy: null,
    ...terms,
  });
  if (!invited.ok) throw new Error(invited.error.code);
  return invited.value.url.split('#')[1] ?? '';
}

async function addGroup(name: string): Promise<string> {
  const [id, now] = [world.newId(), world.clock.now()];
  await world.db
    .insertInto('group')
    .values({ id, name, source: 'local', created_at: now, updated_at: now })
    .execute();
  return id;
}

async function arrive(id = 'corp') {
  const browser = world.browser();
  const { query } = await leaveFor(issuer, browser, { id });
  return { browser, finished: await browser.call('finishRedirect', { query }) };
}

const open = async (code: string) => await world.browser().call('openLink', { code });

test('an invitation admits its address through an issuer that admits nobody new, with all it gives', async () => {
  expect((await arrive()).finished.code).toBe('account_not_admitted');
  const groupId = await addGroup('Design');
  const code = await invite({
    email: email.toUpperCase(),
    role: 'auditor',
    quotaBytes: 3_000_000_000,
    groupIds: [groupId],
  });
  const { browser, finished } = await arrive();
  expect(finished.status).toBe(200);
  const session = (await browser.call('getSession')).body;
  expect(session).toMatchObject({ person: { email, name: 'Grace', role: 'auditor' } });
  const space = await world.db
    .selectFrom('user')
    .innerJoin('space', 'space.owner_id', 'user.id')
    .innerJoin('group_member', 'group_member.user_id', 'user.id')
    .select(['space.quota_bytes', 'group_member.group_id'])
    .where('user.email', '=', email)
    .execute();
  expect(space).toEqual([{ quota_bytes: 3_000_000_000, group_id: groupId }]);
  expect((await open(code)).code).toBe('link_used');
  const joined = await world.db
    .selectFrom('audit')
    .select('facts')
    .where('action', '=', 'person_joined')
    .execute();
  expect(joined).toEqual([{ facts: { role: 'auditor' } }]);
  expect((await arrive()).finished.status, 'the next sign-in was rejected').toBe(200);
});

test('only a verified address, an open invitation and an allowed domain admit', async () => {
  await invite();
  issuer.person = { ...issuer.person, email_verified: false };
  expect((await arrive()).finished.code).toBe('account_not_admitted');
  issuer.person = { ...issuer.person, email_verified: true };
  expect((await arrive('other-domain')).finished.code).toBe('account_not_admitted');
  issuer.person = { ...issuer.person, email: `x${email}` };
  expect((await arrive()).finished.code).toBe('account_not_admitted');
  issuer.person = { ...issuer.person, email };
  await withdrawInvitation(world.services, email);
  expect((await arrive()).finished.code).toBe('account_not_admitted');
  await invite();
  world.clock.advance(7 * DAY_MS);
  expect((await arrive()).finished.code).toBe('account_not_admitted');
});

test('of two accounts with the same address that arrive at once, one joins', async () => {
  await invite({ role: 'administrator' });
  const ways = [];
  for (const sub of [`a-${count}`, `b-${count}`]) {
    issuer.person = { ...issuer.person, sub };
    const browser = world.browser();
    ways.push({ browser, query: (await leaveFor(issuer, browser)).query });
  }
  const all = await Promise.all(
    ways.map(async ({ browser, query }) => (await browser.call('finishRedirect', { query })).status),
  );
  expect(all.toSorted((one, other) => one - other)).toEqual([200, 403]);
});

test('who is known keeps role and limit, and cannot be invited again', async () => {
  await invite();
  await arrive();
  const again = { email: email.toUpperCase(), name: '', role: 'administrator', invitedBy: null } as const;
  expect(await invitePerson(world.services, again)).toMatchObject({ error: { code: 'name_taken' } });
});

test('the page of the invitation names every way to join', async () => {
  const code = await invite();
  expect((await open(code)).body).toMatchObject({
    byPassword: true,
    issuers: [{ id: 'corp', name: 'Corp' }],
  });
  email = `someone-${count}@Else.example`;
  const other = await invite();
  expect((await open(other)).body.issuers.map(({ id }) => id)).toEqual(['corp', 'other-domain']);
});

test('without an administrator key of the pool an invitation leads to the issuers', async () => {
  const code = await invite({}, keyless());
  expect(await openLink(keyless(), code)).toMatchObject({
    value: { byPassword: false, issuers: [{ id: 'corp' }] },
  });
  expect(await acceptInvitation(keyless(), { code, name: 'Grace', password: PASSWORD })).toMatchObject({
    error: { code: 'pool_key_missing' },
  });
  expect((await arrive()).finished.status).toBe(200);
  email = 'nobody@example.org';
  const alone = { ...keyless(), issuers: new Map() };
  const invitation = { email, name: '', role: 'member', invitedBy: null } as const;
  expect(await invitePerson(alone, invitation)).toMatchObject({ error: { code: 'pool_key_missing' } });
});
