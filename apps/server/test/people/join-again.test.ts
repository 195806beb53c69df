import { assert, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAccount } from '../../src/features/account/index.ts';
import { acceptInvitation } from '../../src/features/people/accept-invitation.ts';
import { invitePerson } from '../../src/features/people/index.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { createIssuers } from '../../src/run/issuers.ts';
import { startTestIssuer, type TestIssuer } from '../oidc-issuer.ts';
import { issuerConfig, leaveFor } from '../redirect-steps.ts';
import { addAccount, ORIGIN, PASSWORD, type SignInWorld, signInWorld } from '../sign-in-world.ts';

let issuer: TestIssuer;
let world: SignInWorld;
let count = 0;
let email = '';

beforeAll(async () => {
  issuer = await startTestIssuer(`${ORIGIN}/auth/callback`, `${ORIGIN}/signed-out`);
  const open = issuerConfig(issuer);
  const issuers = [
    open,
    { ...open, id: 'closed', admitsNewPeople: false },
    { ...open, id: 'linking', linksVerifiedEmail: true, admitsNewPeople: false },
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

async function arrive(id: string): Promise<number | string> {
  const browser = world.browser();
  const { query } = await leaveFor(issuer, browser, { id });
  const { code, status } = await browser.call('finishRedirect', { query });
  return code ?? status;
}

async function remove(): Promise<string> {
  const { id, username } = await world.db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('email', '=', email)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  await inTransaction(
    world.db,
    async (tx) => await eraseAccount(world.services, tx, { userId: id, actorId: null }),
  );
  return username;
}

async function invite(): Promise<string> {
  const invited = await invitePerson(world.services, { email, name: '', role: 'auditor', invitedBy: null });
  assert(invited.ok, 'the address can be invited');
  return invited.value.url.split('#')[1] ?? '';
}

async function statuses(): Promise<readonly string[]> {
  const rows = await world.db
    .selectFrom('user')
    .select(['status', 'role'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();
  return rows.map(({ status, role }) => `${status} ${role}`);
}

test('a removed person of an issuer joins again by a new invitation, and by nothing else', async () => {
  expect(await arrive('corp')).toBe(200);
  await remove();
  expect(await arrive('corp')).toBe('account_disabled');
  await invite();
  issuer.person = { ...issuer.person, email_verified: false };
  expect(await arrive('closed')).toBe('account_disabled');
  issuer.person = { ...issuer.person, email_verified: true };
  expect(await arrive('closed')).toBe(200);
  expect(await arrive('closed')).toBe(200);
  expect(await statuses()).toEqual(['removed member', 'active auditor']);
  await remove();
  expect(await arrive('corp')).toBe('account_disabled');
});

test('a linked issuer serves the new account of somebody who was removed', async () => {
  await addAccount(world, email);
  await world.browser().prove(email, PASSWORD);
  expect(await arrive('linking')).toBe(200);
  await world.pool.deleteUser(await remove());
  expect(await arrive('linking')).toBe('account_disabled');
  const joined = await acceptInvitation(world.services, {
    code: await invite(),
    name: 'G',
    password: PASSWORD,
  });
  expect(joined.ok).toBe(true);
  expect((await world.browser().prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  expect(await arrive('linking')).toBe(200);
  expect(await arrive('linking')).toBe(200);
  expect(await statuses()).toEqual(['removed member', 'active auditor']);
});
