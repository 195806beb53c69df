import { assert, err, ok } from '@coffer/kit';
import { refusingTakenAliases, rewriteAccount, withProof } from '../accounts/change-account.ts';
import { emailKey, isEmail } from '../accounts/names.ts';
import { errors } from '../errors.ts';
import { lockAccount, updateMfaPreference } from '../store/accounts.ts';
import { findSoftwareToken } from '../store/software-tokens.ts';
import { advance, type Progress } from './advance.ts';
import type { Answer, AnswerHandler, AuthResult, SignInDeps } from './answer.ts';
import { startChallenge } from './start-challenge.ts';
import { settableFactors } from './flow.ts';
import { personOf } from './person.ts';
import { consumeSession, openSession } from './sessions.ts';

/** MFA_SETUP: accepts the Session of VerifySoftwareToken, or an e-mail address, to which a code is then sent. */
export const answerMfaSetup: AnswerHandler = async (deps, answer) => {
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const email = answer.responses['EMAIL'];
  return email === undefined
    ? await finishSoftwareToken(deps, answer, answer.session)
    : await beginEmail(deps, answer, { handle: answer.session, email });
};

async function finishSoftwareToken(deps: SignInDeps, answer: Answer, handle: string): AuthResult {
  const opened = await openSession(deps, {
    handle,
    steps: ['MFA_SETUP_VERIFIED'],
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const token = await findSoftwareToken(deps.db, account.id);
  assert(typeof token?.secretSealed === 'string', 'the verified setup has no stored secret');
  return await advance(deps, {
    ...answer,
    account,
    state: session.state,
    passed: 'MFA_SETUP',
    commit: async (tx) => {
      const consumed = await consumeSession(deps, tx, session);
      if (!consumed.ok) return consumed;
      await updateMfaPreference(tx, account.id, { isTotpEnabled: true, now: deps.clock.now() });
      return ok(undefined);
    },
  });
}

/** An existing address must not change, because a password alone must not move an account to another mailbox. */
async function beginEmail(
  deps: SignInDeps,
  answer: Answer,
  choice: { readonly handle: string; readonly email: string },
): AuthResult {
  const { client } = answer;
  const opened = await openSession(deps, {
    handle: choice.handle,
    steps: ['MFA_SETUP'],
    client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  if (!settableFactors(client.pool.settings).includes('EMAIL_OTP'))
    return err(errors.mfaNotEnabledByPool('EMAIL_OTP'));
  if (!isEmail(choice.email)) return err(errors.emailMalformed);
  const present = account.attributes['email'];
  if (present !== undefined && emailKey(present) !== emailKey(choice.email)) return err(errors.emailIsFixed);
  return await startChallenge(deps, {
    client,
    person: personOf(deps, client, account),
    step: 'MFA_SETUP_EMAIL',
    state: { ...session.state, address: present ?? choice.email },
    commit: (tx) => consumeSession(deps, tx, session),
  });
}

export async function advanceWithMfaAddress(
  deps: SignInDeps,
  progress: Omit<Progress, 'passed'>,
): AuthResult {
  const { account, client, state, commit } = progress;
  const value = state.address;
  assert(value !== undefined, 'the state of the email setup has no address');
  return await refusingTakenAliases(() =>
    advance(deps, {
      ...progress,
      passed: 'MFA_SETUP',
      commit: async (tx) => {
        const committed = await (commit?.(tx) ?? ok(undefined));
        if (!committed.ok) return committed;
        const present = await lockAccount(tx, account.poolId, account.id);
        const isUnchanged = present !== undefined && (present.attributes['email'] ?? value) === value;
        if (!isUnchanged) return err(errors.emailIsFixed);
        const proof = withProof(present, { attribute: 'email', value });
        await rewriteAccount(deps, tx, { pool: client.pool, account: present, ...proof });
        await updateMfaPreference(tx, account.id, { isEmailMfaEnabled: true, now: deps.clock.now() });
        return ok(undefined);
      },
    }),
  );
}
