import { SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  type Browser,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';

let world: SignInWorld;
let email = '';
let count = 0;

beforeAll(async () => {
  world = await signInWorld();
});
afterAll(async () => await world.end());
beforeEach(async () => {
  count += 1;
  email = `ada-${count}@example.org`;
  await addAccount(world, email);
});

async function signIn(browser = world.browser(), who = email): Promise<Browser> {
  expect((await browser.prove(who, PASSWORD)).body).toMatchObject({ step: 'signed_in' });
  return browser;
}

function withCookie(secret: string): Browser {
  const browser = world.browser();
  browser.cookies.set('coffer', secret);
  return browser;
}

const secretOf = (browser: Browser): string => browser.cookies.get('coffer') ?? '';
const isIn = async (secret: string): Promise<boolean> =>
  (await withCookie(secret).call('getSession')).body.state === 'signed_in';

test('a call sent just before the cookie changed is answered', async () => {
  const browser = await signIn();
  const before = secretOf(browser);
  await signIn(browser);
  expect(secretOf(browser)).not.toBe(before);
  expect((await withCookie(before).call('getFactors')).status).toBe(200);
  world.clock.advance(10 * SECOND_MS - 1);
  expect((await withCookie(before).call('getFactors')).status).toBe(200);
  world.clock.advance(1);
  expect((await withCookie(before).call('getFactors')).code).toBe('not_signed_in');
  expect((await browser.call('getFactors')).status).toBe(200);
});

test('a replaced session lives no longer than before', async () => {
  const browser = await signIn();
  const before = secretOf(browser);
  const soon = new Date(world.clock.now().getTime() + SECOND_MS);
  await world.db.updateTable('session').set({ expires_at: soon }).where('revoked_at', 'is', null).execute();
  await signIn(browser);
  world.clock.advance(SECOND_MS);
  expect(await isIn(before)).toBe(false);
});

test('another person in the same browser ends it at once', async () => {
  const browser = await signIn();
  const before = secretOf(browser);
  const other = `other-${email}`;
  await addAccount(world, other);
  await signIn(browser, other);
  expect(await isIn(before)).toBe(false);
});

test('signing out ends both sessions, with either cookie', async () => {
  const [one, two] = [await signIn(), await signIn()];
  const [first, second] = [secretOf(one), secretOf(two)];
  await signIn(one);
  await signIn(two);
  const secrets = [first, secretOf(one), second, secretOf(two)];
  expect(await Promise.all(secrets.map(isIn))).toEqual([true, true, true, true]);
  await one.call('signOut');
  await withCookie(second).call('signOut');
  expect(await Promise.all(secrets.map(isIn))).toEqual([false, false, false, false]);
});

test('it is not listed as a device, and “sign out everywhere else” keeps its successor', async () => {
  const [browser, elsewhere] = [await signIn(), await signIn()];
  const before = secretOf(browser);
  await signIn(browser);
  const listed = (await browser.call('listSessions')).body.items;
  expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  const late = withCookie(before);
  expect((await late.call('listSessions')).body.items.map(({ isCurrent }) => isCurrent)).toEqual([
    true,
    false,
  ]);
  expect((await late.call('endOtherSessions')).body).toEqual({ ended: 1 });
  expect(await isIn(secretOf(browser))).toBe(true);
  expect(await isIn(secretOf(elsewhere))).toBe(false);
});

test('two tabs that sign in at once are both signed in, with either cookie', async () => {
  const browser = await signIn();
  const before = secretOf(browser);
  const tabs = [withCookie(before), withCookie(before)];
  await Promise.all(tabs.map(async (tab) => await signIn(tab)));
  world.clock.advance(10 * SECOND_MS);
  expect(await Promise.all([...tabs.map(secretOf), before].map(isIn))).toEqual([true, true, false]);
});

test('all calls in flight during a new sign-in are answered', async () => {
  const browser = await signIn();
  const late = Array.from({ length: 20 }, () => withCookie(secretOf(browser)));
  const answers = Promise.all(late.map(async (each) => (await each.call('listSessions')).status));
  await signIn(browser);
  expect(new Set(await answers)).toEqual(new Set([200]));
});
