import { MINUTE_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, test } from 'vitest';
import { newPerson, prepareSignIns, signIn, world } from '../../../test/sign-in-scene.ts';
import { type Browser, PASSWORD } from '../../../test/sign-in-world.ts';

prepareSignIns();

test('recovery codes of many sign-ins at once are all judged', async () => {
  const email = await newPerson();
  const owner = await signIn(email);
  const started = await owner.call('startAuthenticator');
  const first = authenticatorCode(started.body.secret, world.clock.now());
  expect((await owner.call('verifyAuthenticator', { code: first })).status).toBe(200);
  const browsers: Browser[] = [];
  for (let index = 0; index < 18; index += 1) {
    const browser = world.browser();
    await browser.prove(email, PASSWORD);
    browsers.push(browser);
    world.clock.advance(MINUTE_MS / 4);
  }
  const judged = await Promise.all(
    browsers.map(
      async (browser, index) =>
        await browser.call('useRecoveryCode', { code: 'aaaa-bbbb-cccc-dddd' }, `198.51.100.${index}`),
    ),
  );
  expect(judged.map(({ code }) => code)).toEqual(browsers.map(() => 'challenge_failed'));
});
