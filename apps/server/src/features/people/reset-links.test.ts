import { DAY_MS } from '@coffer/kit';
import { beforeEach, expect, test } from 'vitest';
import { withAuthenticator } from '../../../test/sign-in-answers.ts';
import { arrive, prepareFreshSignIns, world } from '../../../test/sign-in-scene.ts';
import { type Answer, PASSWORD } from '../../../test/sign-in-world.ts';
import { createResetLink, disablePerson, findPeople, resetFactors } from './index.ts';

const NEW_PASSWORD = 'seven swans a-swimming';
const EMAIL = 'ann@example.org';
let userId = '';

prepareFreshSignIns();
beforeEach(async () => {
  await arrive(EMAIL);
  userId = (await findPeople(world.services, EMAIL.toUpperCase()))[0]?.id ?? '';
});

async function reset(): Promise<string> {
  const link = await createResetLink(world.services, { userId, createdBy: null });
  if (!link.ok) throw new Error(link.error.code);
  expect(link.value.url).toMatch(/^http:\/\/localhost:8420\/new-password#[\w-]{43}$/);
  return link.value.url.split('#')[1] ?? '';
}

const use = async (code: string, password = NEW_PASSWORD): Promise<Answer<{ username: string }>> =>
  await world.browser().call('useResetLink', { code, password });

test('the new password signs in, the old one does not, and every session is over', async () => {
  const before = world.browser();
  await before.prove(EMAIL, PASSWORD);
  const code = await reset();
  expect((await before.call('getSession')).body).toMatchObject({ state: 'signed_in' });
  expect((await use(code)).body).toEqual({ username: EMAIL });
  expect((await before.call('getSession')).body).toMatchObject({ state: 'signed_out' });
  expect((await world.browser().prove(EMAIL, PASSWORD)).code).toBe('sign_in_failed');
  expect((await world.browser().prove(EMAIL, NEW_PASSWORD)).body).toEqual({ step: 'signed_in' });
});

test('a link works once, for a day, and only while it is the newest one', async () => {
  const first = await reset();
  const second = await reset();
  expect((await use(first)).code).toBe('link_replaced');
  await use(second);
  expect((await use(second)).code).toBe('link_used');
  const third = await reset();
  world.clock.advance(DAY_MS);
  expect((await use(third)).code).toBe('link_expired');
});

test('a rejected password and a silent pool leave the link valid', async () => {
  const code = await reset();
  expect((await use(code, 'passwordpassword')).code).toBe('invalid_request');
  world.wire.setMode('failing');
  expect((await use(code)).code).toBe('pool_unavailable');
  world.wire.setMode('up');
  expect((await use(code)).status).toBe(200);
});

test('the second factor is still required, until it is reset', async () => {
  const email = 'ben@example.org';
  await withAuthenticator(world, email);
  userId = (await findPeople(world.services, email))[0]?.id ?? '';
  await use(await reset());
  expect((await world.browser().prove(email, NEW_PASSWORD)).body).toMatchObject({
    step: 'SOFTWARE_TOKEN_MFA',
  });
  expect((await resetFactors(world.services, { userId, actorId: null })).ok).toBe(true);
  expect((await world.browser().prove(email, NEW_PASSWORD)).body).toEqual({ step: 'signed_in' });
  const told = world.db.selectFrom('notification').select('subject').where('user_id', '=', userId);
  expect(await told.execute(), 'the person was not notified').toEqual([
    { subject: { kind: 'factors_reset' } },
  ]);
  expect((await resetFactors(world.services, { userId, actorId: null })).ok, 'the second reset failed').toBe(
    true,
  );
});

test('disabled, deleted and foreign accounts get no reset link', async () => {
  const code = await reset();
  await disablePerson(world.services, userId);
  expect(await createResetLink(world.services, { userId, createdBy: null })).toMatchObject({
    error: { code: 'account_disabled' },
  });
  expect((await use(code)).code).toBe('link_replaced');
  const change = (issuer: string, status: 'active' | 'removed') =>
    world.db.updateTable('user').set({ issuer, status }).where('id', '=', userId).execute();
  await change('https://other.example', 'active');
  expect(await createResetLink(world.services, { userId, createdBy: null })).toMatchObject({
    error: { code: 'kept_elsewhere' },
  });
  await change(world.pool.issuer, 'removed');
  expect(await createResetLink(world.services, { userId, createdBy: null })).toMatchObject({
    error: { code: 'person_not_found' },
  });
});

test('an account gets a reset link however long its name and address at the pool are', async () => {
  const long = { name: '\u{1f60a}'.repeat(120), email: `${'a'.repeat(300)}@example.org` };
  await world.db.updateTable('user').set(long).where('id', '=', userId).execute();
  expect((await createResetLink(world.services, { userId, createdBy: null })).ok).toBe(true);
});
