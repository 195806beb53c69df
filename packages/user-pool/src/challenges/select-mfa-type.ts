import { err } from '@coffer/kit';
import { errors } from '../errors.ts';
import type { AnswerHandler } from './answer.ts';
import { startChallenge } from './start-challenge.ts';
import { activeFactors } from './flow.ts';
import { personOf } from './person.ts';
import { consumeSession, openSession } from './sessions.ts';

/** SELECT_MFA_TYPE. E-mail has two names: Amplify and the API reference differ. */
export const answerSelectMfaType: AnswerHandler = async (deps, answer) => {
  const choice = answer.responses['ANSWER'];
  if (choice === undefined) return err(errors.missingParameter('ANSWER'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const { client } = answer;
  const opened = await openSession(deps, {
    handle: answer.session,
    steps: ['SELECT_MFA_TYPE'],
    client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const name = choice === 'EMAIL_MFA' ? 'EMAIL_OTP' : choice;
  const factor = activeFactors(client.pool.settings, account).find((each) => each === name);
  if (factor === undefined) return err(errors.challengeNotOffered);
  return await startChallenge(deps, {
    client,
    person: personOf(deps, client, account),
    step: factor,
    state: session.state,
    commit: (tx) => consumeSession(deps, tx, session),
  });
};
