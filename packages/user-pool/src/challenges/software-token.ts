import { err, ok } from '@coffer/kit';
import { recordAttemptOutcome } from '../accounts/lockout.ts';
import { matchCode } from '../crypto/totp.ts';
import { errors } from '../errors.ts';
import { countSessionFailure } from '../store/auth-sessions.ts';
import { findSoftwareToken, spendStep } from '../store/software-tokens.ts';
import { advance } from './advance.ts';
import type { AnswerHandler } from './answer.ts';
import { consumeSession, openSession } from './sessions.ts';

/** Binds sealed TOTP secrets to the user. */
export function totpContext(accountId: string): string {
  return `totp|${accountId}`;
}

export const answerSoftwareToken: AnswerHandler = async (deps, answer) => {
  const code = answer.responses['SOFTWARE_TOKEN_MFA_CODE'];
  if (code === undefined) return err(errors.missingParameter('SOFTWARE_TOKEN_MFA_CODE'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openSession(deps, {
    handle: answer.session,
    steps: ['SOFTWARE_TOKEN_MFA'],
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const sealed = (await findSoftwareToken(deps.db, account.id))?.secretSealed ?? undefined;
  if (sealed === undefined) return err(errors.totpNotSetUp);

  const now = deps.clock.now();
  const step = matchCode(deps.vault.open(totpContext(account.id), sealed), code, now);
  const isAccepted = await recordAttemptOutcome(deps, {
    kind: 'code',
    poolId: account.poolId,
    subject: account.id,
    address: answer.address,
    hasSucceeded: step !== undefined,
  });
  if (!isAccepted) return err(errors.attemptsExceeded);
  if (step === undefined) {
    await countSessionFailure(deps.db, session.handleHash);
    return err(errors.totpCodeMismatch);
  }
  return await advance(deps, {
    ...answer,
    account,
    state: session.state,
    passed: 'SOFTWARE_TOKEN_MFA',
    commit: async (tx) => {
      // Consumes the code first: a replay must keep the session for the next code.
      if (!(await spendStep(tx, account.id, step))) return err(errors.totpCodeUsed);
      const consumed = await consumeSession(deps, tx, session);
      return consumed.ok ? ok(undefined) : consumed;
    },
  });
};
