import { expect, test } from 'vitest';
import { withAuthenticator } from '../../../test/sign-in-answers.ts';
import { PASSWORD, signInWorld } from '../../../test/sign-in-world.ts';

test('without an administrator key, recovery codes are neither offered nor made', async () => {
  await using world = await signInWorld({ isKeyless: true });
  const { code } = await withAuthenticator(world, 'ada@example.org');
  const browser = world.browser();
  await browser.prove('ada@example.org', PASSWORD);
  const answerId = crypto.randomUUID();
  const answer = { challenge: 'SOFTWARE_TOKEN_MFA', answerId, code: code() };
  expect((await browser.call('answerSignIn', answer)).body).toEqual({ step: 'signed_in' });
  expect((await browser.call('getFactors')).body).toMatchObject({
    authenticator: true,
    recoveryCodesLeft: null,
  });
  expect((await browser.call('makeRecoveryCodes')).code).toBe('pool_key_missing');
});
