import { defined, err, ok, type Result } from '@coffer/kit';
import { recordAttemptOutcome } from '../accounts/lockout.ts';
import { checkCode, type CodePurpose } from '../codes/codes.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import { type AuthSession, countSessionFailure } from '../store/auth-sessions.ts';
import type { Tx } from '../store/database/database.ts';
import { advance } from './advance.ts';
import type { Answer, AnswerHandler, AuthResult, SignInDeps } from './answer.ts';
import { codeOf } from './start-challenge.ts';
import type { SessionStep } from './flow.ts';
import { advanceWithMfaAddress } from './mfa-setup.ts';
import { checkAccountStatus, mayReceiveCodes } from './person.ts';
import { consumeSession, openAnySession } from './sessions.ts';

/** The step decides whether the code is a first factor, a second factor, or an address verification. */
export const answerEmailOtp: AnswerHandler = async (deps, answer) =>
  await answerCode(deps, answer, {
    member: 'EMAIL_OTP_CODE',
    steps: ['EMAIL_OTP_FIRST', 'EMAIL_OTP', 'MFA_SETUP_EMAIL'],
  });

export const answerSmsMfa: AnswerHandler = async (deps, answer) =>
  await answerCode(deps, answer, { member: 'SMS_MFA_CODE', steps: ['SMS_MFA'] });

export const answerSmsOtp: AnswerHandler = async (deps, answer) =>
  await answerCode(deps, answer, { member: 'SMS_OTP_CODE', steps: ['SMS_OTP'] });

interface CodeQuestion {
  readonly member: string;
  readonly steps: readonly SessionStep[];
}

export async function answerCode(deps: SignInDeps, answer: Answer, question: CodeQuestion): AuthResult {
  const code = answer.responses[question.member];
  if (code === undefined) return err(errors.missingParameter(question.member));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openAnySession(deps, {
    handle: answer.session,
    steps: question.steps,
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const sending = defined(codeOf({ client: answer.client, step: session.step }), 'the step has no code');
  const proved = await proveCode(deps, answer, { session, account, code, purpose: sending.purpose });
  if (!proved.ok) return proved;
  const progress = { ...answer, account: proved.value, state: session.state };
  const commit = (tx: Tx) => consumeSession(deps, tx, session);
  return session.step === 'MFA_SETUP_EMAIL'
    ? await advanceWithMfaAddress(deps, { ...progress, commit })
    : await advance(deps, { ...progress, commit, passed: sending.proves });
}

async function proveCode(
  deps: SignInDeps,
  answer: Answer,
  attempt: {
    readonly session: AuthSession;
    readonly account: Account | undefined;
    readonly code: string;
    readonly purpose: CodePurpose;
  },
): Promise<Result<Account, PoolError>> {
  const { session, account, code, purpose } = attempt;
  const outcome = await deps.db.transaction().execute((tx) =>
    checkCode(deps, tx, {
      subject: { id: session.subject, poolId: session.poolId },
      purpose,
      sessionHash: session.handleHash,
      code,
    }),
  );
  // The same answer was sent twice, and the other request was first.
  if (outcome === 'none') return err(errors.sessionUsed);
  const isRight = outcome === 'right' && (purpose === 'mfa' || mayReceiveCodes(account));
  const isAccepted = await recordAttemptOutcome(deps, {
    kind: 'code',
    poolId: session.poolId,
    subject: session.subject,
    address: answer.address,
    hasSucceeded: isRight,
  });
  if (!isAccepted) return err(errors.attemptsExceeded);
  if (!isRight || account === undefined) {
    await countSessionFailure(deps.db, session.handleHash);
    return err(outcome === 'expired' ? errors.codeExpired : errors.authCodeMismatch);
  }
  const statusCheck = checkAccountStatus(account, deps.clock.now());
  return statusCheck.ok ? ok(account) : statusCheck;
}
