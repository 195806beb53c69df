import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import {
  addAccount,
  type Browser,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { retryRevocations } from '../session/index.ts';

const NEW_PASSWORD = 'seven swans a-swimming';

async function signIn(world: SignInWorld, password = PASSWORD): Promise<Browser> {
  const browser = world.browser();
  expect((await browser.prove('ada@example.org', password)).body).toEqual({ step: 'signed_in' });
  return browser;
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { personId } = (await browser.call('getSessionStatus')).body;
  const factors = await browser.call('getFactors');
  expect(factors.status === 200).toBe(personId !== null);
  return personId !== null;
}

test.each([{ rotation: false }, { rotation: true, graceSeconds: 60 }])(
  'the session that changed the password stays signed in through checks and refreshes, the others end: %j',
  async (options) => {
    await using world = await signInWorld(options);
    await addAccount(world, 'ada@example.org');
    const [here, there] = [await signIn(world), await signIn(world)];
    const changed = await here.call('changePassword', {
      previousPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      endsOtherSessions: true,
    });
    expect(changed.body).toEqual({ ended: 1 });
    await retryRevocations(world.services);
    expect(world.wire.count('RevokeToken')).toBe(1);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    const again = await signIn(world, NEW_PASSWORD);

    for (const wait of [MINUTE_MS, 2 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, DAY_MS]) {
      world.clock.advance(wait);
      const states = [await isSignedIn(here), await isSignedIn(there), await isSignedIn(again)];
      expect({ wait, states }).toEqual({ wait, states: [true, false, true] });
    }
    expect(world.wire.count('GetTokensFromRefreshToken')).toBeGreaterThanOrEqual(6);
  },
);
