import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { email, prepareSignIns, world } from '../../../test/sign-in-scene.ts';
import { addAccount, administer, type Browser, PASSWORD } from '../../../test/sign-in-world.ts';

prepareSignIns();

async function signedIn(): Promise<Browser> {
  const browser = world.browser();
  expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  return browser;
}

const statusOf = async (browser: Browser): Promise<string | null> =>
  (await browser.call('getSessionStatus')).body.personId;

test('the status names the signed-in person, or no one without a session', async () => {
  await addAccount(world, email);
  const browser = await signedIn();
  const session = (await browser.call('getSession')).body;
  expect(await statusOf(browser)).toBe(session.state === 'signed_in' ? session.person.id : '');
  expect((await world.browser().call('getSessionStatus')).body).toEqual({ personId: null });
});

test('a session ended by another device is seen by the next poll', async () => {
  await addAccount(world, email);
  const [here, there] = [await signedIn(), await signedIn()];
  expect(await statusOf(here)).not.toBeNull();
  expect((await there.call('endOtherSessions')).body).toEqual({ ended: 1 });
  expect([await statusOf(here), await statusOf(there)]).toEqual([null, expect.any(String)]);
});

test('polling keeps no session alive: it ends a week after its last use, and use between two polls counts', async () => {
  await addAccount(world, email);
  const [idle, used] = [await signedIn(), await signedIn()];
  const look = async (ms: number): Promise<readonly boolean[]> => {
    world.clock.advance(ms);
    return [(await statusOf(idle)) !== null, (await statusOf(used)) !== null];
  };
  for (let day = 1; day < 7; day += 1) expect(await look(DAY_MS)).toEqual([true, true]);
  world.clock.advance(SECOND_MS);
  expect((await used.call('getFactors')).status).toBe(200);
  expect(await look(SERVER_LIMITS.sessionIdleMs - 6 * DAY_MS - 2 * SECOND_MS)).toEqual([true, true]);
  expect(await look(SECOND_MS)).toEqual([false, true]);
});

test('a change of the account at the pool is noticed within a minute, and the pool is asked once a minute', async () => {
  await addAccount(world, email);
  const browser = await signedIn();
  const before = world.wire.count('GetUser');
  for (let looks = 0; looks < 10; looks += 1) {
    world.clock.advance(30 * SECOND_MS);
    expect(await statusOf(browser)).not.toBeNull();
  }
  expect(world.wire.count('GetUser') - before).toBe(5);
  await administer(world, 'AdminDisableUser', { Username: email });
  world.clock.advance(MINUTE_MS);
  expect(await statusOf(browser)).toBeNull();
});

test('a failing pool ends no session', async () => {
  await addAccount(world, email);
  const browser = await signedIn();
  for (const mode of ['failing', 'too_many', 'throttled', 'answer_lost'] as const) {
    world.wire.setMode(mode);
    world.clock.advance(2 * 60 * MINUTE_MS);
    expect([mode, await statusOf(browser)]).toEqual([mode, expect.any(String)]);
  }
});
