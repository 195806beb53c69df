import { MINUTE_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect } from 'vitest';
import { addAccount, PASSWORD, type SignInWorld } from './sign-in-world.ts';

export async function withAuthenticator(
  world: SignInWorld,
  email: string,
): Promise<{ readonly code: () => string }> {
  await addAccount(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const started = await browser.call('startAuthenticator');
  const code = (): string => authenticatorCode(started.body.secret, world.clock.now());
  expect((await browser.call('verifyAuthenticator', { code: code() })).status).toBe(200);
  await browser.call('signOut');
  world.clock.advance(MINUTE_MS);
  return { code };
}

export const mfaAnswer = (code: string, answerId: string = crypto.randomUUID()) => ({
  challenge: 'SOFTWARE_TOKEN_MFA',
  answerId,
  code,
});
