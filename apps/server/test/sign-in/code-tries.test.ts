import { setTimeout as sleep } from 'node:timers/promises';
import { err } from '@coffer/kit';
import { expect, test } from 'vitest';
import { answerSignIn } from '../../src/features/sign-in/answer-sign-in.ts';
import { takeCodeTry } from '../../src/features/sign-in/index.ts';
import { mfaAnswer, withAuthenticator } from '../sign-in-answers.ts';
import { email, prepareSignIns, world } from '../sign-in-scene.ts';
import { PASSWORD } from '../sign-in-world.ts';

prepareSignIns();

const FINDS_NOTHING = async () => await Promise.resolve(undefined);

async function refusals(): Promise<number> {
  const rows = await world.db
    .selectFrom('audit')
    .select('sequence')
    .where('action', '=', 'sign_in_refused')
    .execute();
  return rows.length;
}

test('a wrong recovery code waits for the answer that is judged, and both are counted and recorded', async () => {
  await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const attemptSecret = browser.cookies.get('coffer-attempt');
  const before = await refusals();
  const asked = Promise.withResolvers<undefined>();
  const pool = {
    ...world.pool,
    answer: async () => {
      asked.resolve(undefined);
      await sleep(100);
      return err({ code: 'challenge_failed' } as const);
    },
  };
  const { answerId, code } = mfaAnswer('000000');
  const answering = answerSignIn(
    { ...world.services, pool },
    {
      answer: { challenge: 'SOFTWARE_TOKEN_MFA', answerId, code },
      attemptSecret,
      sessionSecret: undefined,
      address: '192.0.2.7',
      userAgent: '',
    },
  );
  await asked.promise;
  const wrong = await takeCodeTry(world.services, attemptSecret, FINDS_NOTHING);
  expect(await answering).toMatchObject({ error: { code: 'challenge_failed', facts: { tries_left: 4 } } });
  expect(wrong).toMatchObject({ error: { code: 'challenge_failed', facts: { tries_left: 3 } } });
  expect((await refusals()) - before).toBe(2);
});

test('the fifth wrong recovery code ends the attempt', async () => {
  await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const codes: (string | undefined)[] = [];
  for (let tries = 1; tries <= 6; tries += 1) {
    codes.push((await browser.call('useRecoveryCode', { code: 'aaaa-bbbb-cccc-dddd' })).code);
  }
  const [ended, failed] = ['challenge_expired', 'challenge_failed'];
  expect(codes).toEqual([failed, failed, failed, failed, ended, ended]);
});
