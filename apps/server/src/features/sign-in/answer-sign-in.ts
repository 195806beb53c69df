import { isOpenStep, mayFollow, ruleOf, type SignInAnswer } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import {
  CLAIM_MS,
  hashSecret,
  isSecret,
  later,
  queueTokenRevocation,
  poll,
  poolUnavailable,
  presentPoolFailure,
} from '../session/index.ts';
import { type AttemptRow, ENDED, TRIES_MAX } from './model.ts';
import { type Advance, askPool } from './ask-pool.ts';
import {
  openParameters,
  openPoolSession,
  parseFailure,
  sealParameters,
  sealPoolSession,
  serializeFailure,
} from './attempt-state.ts';
import { areProvable } from './challenge-parameters.ts';
import { responsesFor } from './challenge-responses.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { recordRefusal } from './record-refusal.ts';
import { resumeAttempt, type ResumedSignIn } from './resume-attempt.ts';
import { type AttemptChange, claimAttempt, lockAttempt, updateAttempt } from './store/attempts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId' | 'settings'>;

export interface AnswerInput {
  readonly answer: SignInAnswer;
  readonly attemptSecret: string | undefined;
  /** The secret from the browser's current session cookie. */
  readonly sessionSecret: string | undefined;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Answers a step of a sign-in; a wrong code leaves the attempt open, and the fifth ends it. A repeated `answerId` gets
 * the same outcome without another pool call; the final answer can be repeated for a minute.
 */
export async function answerSignIn(services: Needs, input: AnswerInput): Outcome<ResumedSignIn, Failure> {
  const { attemptSecret, answer } = input;
  if (!isSecret(attemptSecret)) return err({ code: 'challenge_expired' });
  const id = hashSecret(attemptSecret);
  const turn = await poll(async () => await takeTurn(services, id, answer));
  if (turn === undefined) return err(poolUnavailable());
  switch (turn.kind) {
    case 'failed':
      return err(turn.failure);
    case 'settled': {
      const resumed = await resumeAttempt(services, turn.attempt, { attemptSecret, isFresh: true });
      return resumed.step.step === 'none' ? err({ code: 'challenge_expired' }) : ok(resumed);
    }
    case 'run':
      return await run(services, turn, { ...input, attemptSecret });
  }
}

interface Run {
  readonly kind: 'run';
  readonly attempt: AttemptRow;
  readonly responses: Readonly<Record<string, string>>;
  /** Whether this is a retry after a pool timeout. The pool may have accepted the first try. */
  readonly isRepeated: boolean;
}

type Turn =
  | Run
  | { readonly kind: 'settled'; readonly attempt: AttemptRow }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Claims the attempt for this answer. Undefined while another request calls the pool. [Note: Claims] */
async function takeTurn(services: Needs, id: string, answer: SignInAnswer): Promise<Turn | undefined> {
  const now = services.clock.now();
  return await inTransaction(services.db, async (tx): Promise<Turn | undefined> => {
    const attempt = await lockAttempt(tx, { id, now });
    if (attempt === undefined) return { kind: 'failed', failure: { code: 'challenge_expired' } };
    if (attempt.claimed_until !== null && attempt.claimed_until > now) return undefined;

    const isSameAnswer = attempt.last_answer_id === answer.answerId;
    const lastFailure = attempt.last_failure === null ? undefined : parseFailure(attempt.last_failure);
    // A claim that expired without an outcome means that its server crashed.
    const isUnsettled = attempt.claimed_until !== null || lastFailure?.code === 'pool_unavailable';
    if (isSameAnswer && !isUnsettled) {
      return lastFailure === undefined
        ? { kind: 'settled', attempt }
        : { kind: 'failed', failure: lastFailure };
    }
    if (attempt.step !== answer.challenge) return { kind: 'settled', attempt };

    const responses = responsesFor(answer, openParameters(services.cipher, attempt));
    if (!responses.ok) {
      return { kind: 'failed', failure: { code: 'invalid_request', issues: responses.error } };
    }
    await claimAttempt(tx, { id, answerId: answer.answerId, until: later(now, CLAIM_MS) });
    return { kind: 'run', attempt, responses: responses.value, isRepeated: isSameAnswer };
  });
}

async function run(
  services: Needs,
  { attempt, responses, isRepeated }: Run,
  input: AnswerInput & { readonly attemptSecret: string },
): Outcome<ResumedSignIn, Failure> {
  const { pool, cipher } = services;
  const { answerId } = input.answer;
  const answered = await askPool(
    pool,
    {
      step: attempt.step,
      session: openPoolSession(cipher, attempt),
      username: attempt.pool_username,
      parameters: openParameters(cipher, attempt),
      address: input.address,
    },
    { answer: input.answer, responses },
  );
  if (!answered.ok) return await fail(services, { attempt, answerId, isRepeated, cause: answered.error });
  if (answered.value.kind === 'moved') {
    if (answered.value.step === 'PASSWORD_VERIFIER' && !areProvable(answered.value.parameters)) {
      const cause = { code: 'pool_refused', exception: 'VerifierParameters' } as const;
      return await fail(services, { attempt, answerId, isRepeated, cause, isOver: true });
    }
    return await moveOn(services, { attempt, answerId, step: answered.value });
  }
  const { tokens } = answered.value;
  const identity = await pool.verifyIdToken(tokens.idToken);
  if (!identity.ok) {
    await queueTokenRevocation(services, services.db, {
      refreshToken: tokens.refreshToken,
      issuerId: null,
    });
    return await fail(services, { attempt, answerId, isRepeated, cause: identity.error, isOver: true });
  }
  const finished = await finishSignIn(services, {
    attemptId: attempt.id,
    attemptSecret: input.attemptSecret,
    answerId,
    tokens,
    identity: identity.value,
    previousSecret: input.sessionSecret,
    address: input.address,
    userAgent: input.userAgent,
  });
  if (!finished.ok) return finished;
  const opened = { secret: finished.value, username: attempt.typed_username };
  return ok({ step: { step: 'signed_in' }, opened });
}

/** Stores the next step of the attempt. The pool's old Session must not be sent again. */
async function moveOn(
  services: Needs,
  next: {
    readonly attempt: AttemptRow;
    readonly answerId: string;
    readonly step: Extract<Advance, { kind: 'moved' }>;
  },
): Outcome<ResumedSignIn, Failure> {
  const { id } = next.attempt;
  const { step, session, username, parameters } = next.step;
  if (!mayFollow(next.attempt.step, step)) {
    services.log.warn('sign_in_way_unknown', { from: next.attempt.step, to: step });
  }
  const moved = await saveStep(services, next, {
    step,
    poolUsername: username ?? next.attempt.pool_username,
    poolSessionSealed: sealPoolSession(services.cipher, id, session),
    parametersSealed: sealParameters(services.cipher, id, parameters),
    tries: 0,
  });
  if (moved === undefined) return err({ code: 'challenge_expired' });
  return ok(await resumeAttempt(services, moved, { attemptSecret: undefined, isFresh: true }));
}

interface Failed {
  readonly attempt: AttemptRow;
  readonly answerId: string;
  readonly isRepeated: boolean;
  readonly cause: PoolFailure;
  /** Whether the pool's challenge is used up, whatever the failure. */
  readonly isOver?: boolean;
}

async function fail(services: Needs, failed: Failed): Promise<Result<never, Failure>> {
  const judged = judge(services, failed);
  await saveStep(services, failed, {
    ...(judged.isOver ? { step: ENDED, poolSessionSealed: null } : {}),
    tries: judged.tries,
    lastFailure: serializeFailure(judged.failure),
  });
  const { code } = failed.cause;
  if (code === 'sign_in_failed' || code === 'challenge_failed') await recordRefusal(services, failed.attempt);
  return err(judged.failure);
}

interface Judged {
  readonly failure: Failure;
  readonly tries: number;
  readonly isOver: boolean;
}

function judge(services: Needs, { attempt, cause, isRepeated, isOver = false }: Failed): Judged {
  const isSpent = isOpenStep(attempt.step) && ruleOf(attempt.step).wrong === 'ends';
  const failure = presentPoolFailure(cause, {
    now: services.clock.now(),
    log: services.log,
    passwordPath: 'newPassword',
  });
  const same = { failure, tries: attempt.tries };
  switch (cause.code) {
    case 'challenge_failed': {
      const tries = attempt.tries + 1;
      if (tries >= TRIES_MAX) return { failure: { code: 'challenge_expired' }, tries, isOver: true };
      return {
        failure: { code: 'challenge_failed', facts: { tries_left: TRIES_MAX - tries } },
        tries,
        isOver: false,
      };
    }
    case 'sign_in_failed':
      // The first try, whose outcome was lost, may have used up a correct proof. So this is not reported as a wrong
      // password.
      return { ...same, failure: isRepeated ? { code: 'challenge_expired' } : failure, isOver: true };
    case 'challenge_expired':
    case 'account_disabled':
    case 'session_ended':
      return { ...same, isOver: true };
    case 'pool_unavailable':
    case 'password_refused':
    case 'address_refused':
    case 'attributes_refused':
      return { ...same, isOver };
    case 'too_many_tries':
    case 'pool_refused':
    case 'name_taken':
    case 'factor_not_started':
    case 'factor_unavailable':
    case 'factor_required':
    case 'passkey_not_found':
      // A secret block works only once; a code can be requested again.
      return { ...same, isOver: isOver || isSpent };
  }
}

/** Saves a change of the attempt, if this request still has the claim. Otherwise returns undefined. */
async function saveStep(
  services: Needs,
  claim: { readonly attempt: AttemptRow; readonly answerId: string },
  change: AttemptChange,
): Promise<AttemptRow | undefined> {
  const key = { id: claim.attempt.id, now: services.clock.now() };
  return await inTransaction(services.db, async (tx) => {
    const attempt = await lockAttempt(tx, key);
    if (attempt?.claimed_until == null || attempt.last_answer_id !== claim.answerId) return undefined;
    await updateAttempt(tx, key.id, change);
    return await lockAttempt(tx, key);
  });
}
