import { MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import {
  addAccount,
  type Browser,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { deleteLeftAccounts } from './index.ts';

const EMAILS = ['ada@example.org', 'ben@example.org'] as const;

/** Two administrators who have just signed in. */
async function administrators(world: SignInWorld): Promise<readonly [Browser, Browser]> {
  const browsers = [world.browser(), world.browser()] as const;
  for (const [index, browser] of browsers.entries()) {
    const email = EMAILS[index] ?? '';
    await addAccount(world, email);
    expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  }
  await world.db.updateTable('user').set({ role: 'administrator' }).execute();
  return browsers;
}

async function rowOf(world: SignInWorld) {
  return await world.db
    .selectFrom('user')
    .select(['status', 'role'])
    .where('email', '=', EMAILS[0])
    .executeTakeFirst();
}

const leave = async (browser: Browser, email: string = EMAILS[0]) =>
  await browser.call('deleteAccount', { confirmation: email });

test.each(['failing', 'answer_lost'] as const)(
  'with an administrator key, an account is deleted here at once and later at a pool that is %s',
  async (mode) => {
    await using world = await signInWorld();
    const [ada, ben] = await administrators(world);
    world.wire.setMode(mode);
    expect((await leave(ada)).status).toBe(204);
    world.wire.setMode('up');
    expect(await rowOf(world)).toMatchObject({ status: 'removed' });
    expect((await ada.call('getSession')).body.state).toBe('signed_out');
    expect((await leave(ben, EMAILS[1])).code).toBe('last_administrator');
    world.clock.advance(MINUTE_MS);
    expect(await deleteLeftAccounts(world.services)).toBe(1);
    expect((await world.browser().prove(EMAILS[0], PASSWORD)).code).toBe('sign_in_failed');
    world.clock.advance(60 * MINUTE_MS);
    expect(await deleteLeftAccounts(world.services)).toBe(0);
  },
);

test('an administrator whose account the pool does not delete keeps the role', async () => {
  await using world = await signInWorld({ isKeyless: true });
  const [ada] = await administrators(world);
  world.wire.setMode('failing');
  const refused = await leave(ada);
  world.wire.setMode('up');
  expect(refused.code).toBe('pool_unavailable');
  expect((await ada.call('getSession')).body).toMatchObject({ person: { role: 'administrator' } });
  expect((await ada.call('getFactors')).body.isOnlyAdministrator).toBe(false);
});

test('a deletion whose answer was lost is finished by the next try', async () => {
  await using world = await signInWorld({ isKeyless: true });
  const [ada] = await administrators(world);
  world.wire.setMode('answer_lost');
  expect((await leave(ada)).code).toBe('pool_unavailable');
  world.wire.setMode('up');
  expect((await leave(ada)).status).toBe(204);
  expect(await rowOf(world)).toMatchObject({ status: 'removed' });
});

test('a role that was taken away during a deletion that fails is not given back', async () => {
  await using world = await signInWorld({ isKeyless: true });
  const [ada] = await administrators(world);
  world.wire.setMode('silent');
  const leaving = leave(ada);
  await expect.poll(async () => (await rowOf(world))?.role).toBe('member');
  await world.db
    .updateTable('user')
    .set((set) => ({ role: 'member', revision: set('revision', '+', 1) }))
    .where('email', '=', EMAILS[0])
    .execute();
  expect((await leaving).code).toBe('pool_unavailable');
  expect(await rowOf(world)).toEqual({ status: 'active', role: 'member' });
});
