import { assert, err, ok } from '@coffer/kit';
import { errors } from '../errors.ts';
import { findSoftwareToken } from '../store/software-tokens.ts';
import { updateMfaPreference } from '../store/accounts.ts';
import { advance } from './advance.ts';
import type { AnswerHandler } from './answer.ts';
import { consumeSession, openSession } from './sessions.ts';

/** MFA_SETUP: answered with the Session of VerifySoftwareToken, which has put the secret in force. */
export const answerMfaSetup: AnswerHandler = async (deps, answer) => {
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openSession(deps, {
    handle: answer.session,
    steps: ['MFA_SETUP_VERIFIED'],
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const token = await findSoftwareToken(deps.db, account.id);
  assert(typeof token?.secretSealed === 'string', 'a verified set-up has left a secret in force');
  return await advance(deps, {
    client: answer.client,
    account,
    passed: 'MFA_SETUP',
    commit: async (tx) => {
      const consumed = await consumeSession(deps, tx, session);
      if (!consumed.ok) return consumed;
      const now = deps.clock.now();
      await updateMfaPreference(tx, account.id, {
        isTotpEnabled: true,
        preferredMfa: account.preferredMfa,
        now,
      });
      return ok(undefined);
    },
  });
};
