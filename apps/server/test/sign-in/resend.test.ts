import { setTimeout as sleep } from 'node:timers/promises';
import type { SignInAnswer } from '@coffer/contracts';
import { assert, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { answerSignIn } from '../../src/features/sign-in/answer-sign-in.ts';
import { resendSignIn } from '../../src/features/sign-in/resend-sign-in.ts';
import { startSignIn } from '../../src/features/sign-in/start-sign-in.ts';
import type { Pool } from '../../src/platform/identity/pool.ts';
import { prepareSignIns, world } from '../sign-in-scene.ts';

prepareSignIns();

const ADDRESS = '192.0.2.1';
const SENT = { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: 'a***' };
const VERIFIER = { SALT: 'ab', SRP_B: 'ab', SECRET_BLOCK: 'AAAA', USER_ID_FOR_SRP: 'ada' };

function question(
  challenge: string,
  parameters: Record<string, string> = {},
  choices: readonly string[] = [],
) {
  const session = crypto.randomUUID();
  return ok({ kind: 'challenge', challenge, session, parameters, choices } as const);
}

/** Begins with the list of first factors at this pool. */
async function begin(pool: Partial<Pool>) {
  const services = { ...world.services, pool: { ...world.pool, ...pool } };
  const started = await startSignIn(services, {
    username: 'ada',
    first: 'choice',
    address: ADDRESS,
    previousSecret: undefined,
    deviceCookie: undefined,
  });
  assert(started.ok, 'the sign-in begins');
  const { attemptSecret } = started.value;
  return {
    step: started.value.step,
    answer: async (answer: SignInAnswer) => {
      const answered = await answerSignIn(services, {
        answer,
        attemptSecret,
        sessionSecret: undefined,
        address: ADDRESS,
        userAgent: '',
      });
      assert(answered.ok, 'the answer is taken');
      return answered.value.step;
    },
    resend: async () => {
      const resent = await resendSignIn(services, {
        attemptSecret,
        deviceCookie: undefined,
        address: ADDRESS,
      });
      return resent.ok ? resent.value.step.step : resent.error.code;
    },
  };
}

test('a code after a password is not sent again', async () => {
  let starts = 0;
  const signIn = await begin({
    start: async () => {
      starts += 1;
      return await Promise.resolve(question('SELECT_CHALLENGE', {}, ['PASSWORD_SRP', 'EMAIL_OTP']));
    },
    answer: async ({ challenge }) =>
      await Promise.resolve(
        challenge === 'SELECT_CHALLENGE'
          ? question('PASSWORD_VERIFIER', VERIFIER)
          : question('EMAIL_OTP', SENT),
      ),
  });
  const answerId = crypto.randomUUID();
  await signIn.answer({ challenge: 'SELECT_CHALLENGE', answerId, choice: 'PASSWORD_SRP', srpA: 'ab' });
  const step = await signIn.answer({
    challenge: 'PASSWORD_VERIFIER',
    answerId: crypto.randomUUID(),
    signature: `${'A'.repeat(43)}=`,
    timestamp: 'Sat Mar 2 04:05:06 UTC 2030',
  });
  expect(step).toMatchObject({ step: 'EMAIL_OTP', canResend: false });
  expect(await signIn.resend()).toBe('challenge_expired');
  expect(starts).toBe(1);
});

test('a code that is the chosen first factor is sent again, once for two calls at once', async () => {
  let starts = 0;
  const signIn = await begin({
    start: async () => {
      starts += 1;
      await sleep(starts === 1 ? 0 : 200);
      return question('SELECT_CHALLENGE', {}, ['PASSWORD_SRP', 'EMAIL_OTP']);
    },
    answer: async () => await Promise.resolve(question('EMAIL_OTP', SENT)),
  });
  const answerId = crypto.randomUUID();
  const step = await signIn.answer({ challenge: 'SELECT_CHALLENGE', answerId, choice: 'EMAIL_OTP' });
  expect(step).toMatchObject({ step: 'EMAIL_OTP', canResend: true });
  const first = signIn.resend();
  await expect.poll(() => starts).toBe(2);
  expect(await Promise.all([first, signIn.resend()])).toEqual(['EMAIL_OTP', 'EMAIL_OTP']);
  expect(starts).toBe(2);
});
