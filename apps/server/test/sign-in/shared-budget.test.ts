import { srpClient } from '@coffer/testing';
import { expect, test } from 'vitest';
import { resendSignUp } from '../../src/features/account/public-account.ts';
import { prepareSignIns, world } from '../sign-in-scene.ts';

prepareSignIns();

test('starts of a sign-in and of a sign-up use up one budget of a network', async () => {
  const routes = { ...world.services, config: { ...world.config, signInMethods: ['sign-up' as const] } };
  const from = { address: '198.51.100.1', deviceCookie: undefined };
  for (let index = 0; index < 60; index += 1) {
    const body = { username: `name-${index}`, srpA: srpClient('01').srpA };
    expect((await world.browser().call('startSignIn', body, from.address)).status).toBe(200);
  }
  const resent = await resendSignUp(routes, { ...from, username: 'new@example.org' });
  expect(resent).toMatchObject({ error: { code: 'too_many_tries' } });
});
