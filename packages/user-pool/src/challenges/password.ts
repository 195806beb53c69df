import { err, ok, type Result } from '@coffer/kit';
import { recordAttemptOutcome } from '../accounts/lockout.ts';
import { errors, type PoolError } from '../errors.ts';
import { isPasswordOf } from '../passwords/credential.ts';
import type { Account } from '../store/accounts.ts';
import { advance, type Progress } from './advance.ts';
import type { AnswerHandler, AuthResult, SignInContext, SignInDeps } from './answer.ts';
import type { SignInState } from './flow.ts';
import { checkAccountStatus, type Person, personBehind } from './person.ts';
import { consumeSession, openAnySession } from './sessions.ts';

export interface PasswordStart {
  readonly context: SignInContext;
  readonly person: Person;
  readonly password: string | undefined;
  readonly state: SignInState;
  readonly commit?: Progress['commit'];
}

export async function beginPassword(deps: SignInDeps, start: PasswordStart): AuthResult {
  const account = await provePassword(deps, start);
  if (!account.ok) return account;
  return await advance(deps, {
    ...start.context,
    account: account.value,
    state: start.state,
    passed: 'PASSWORD',
    commit: start.commit,
  });
}

/** PASSWORD in USER_AUTH. A wrong password counts and keeps the Session. */
export const answerPassword: AnswerHandler = async (deps, answer) => {
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openAnySession(deps, {
    handle: answer.session,
    steps: ['PASSWORD', 'SELECT_CHALLENGE'],
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account: behind } = opened.value;
  if (session.state.offered?.includes('PASSWORD') !== true) return err(errors.challengeNotOffered);
  const account = await provePassword(deps, {
    context: answer,
    person: personBehind(deps, answer.client, { username: answer.username, account: behind }),
    password: answer.responses['PASSWORD'],
    state: session.state,
  });
  if (!account.ok) return account;
  return await advance(deps, {
    ...answer,
    account: account.value,
    state: session.state,
    passed: 'PASSWORD',
    commit: (tx) => consumeSession(deps, tx, session),
  });
};

async function provePassword(deps: SignInDeps, start: PasswordStart): Promise<Result<Account, PoolError>> {
  const { context, person, password } = start;
  if (password === undefined) return err(errors.missingParameter('PASSWORD'));
  const isRight = isPasswordOf(deps, { ...person, poolId: context.client.pool.id }, password);
  const isAccepted = await recordAttemptOutcome(deps, {
    kind: 'password',
    poolId: context.client.pool.id,
    subject: person.subject,
    address: context.address,
    hasSucceeded: isRight,
  });
  if (!isAccepted) return err(errors.attemptsExceeded);
  if (!isRight || person.account === undefined) return err(errors.incorrectCredentials);
  const statusCheck = checkAccountStatus(person.account, deps.clock.now());
  return statusCheck.ok ? ok(person.account) : statusCheck;
}
