import { isOpenStep } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Opening } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import {
  CLAIM_MS,
  hashSecret,
  isSecret,
  later,
  poll,
  poolUnavailable,
  presentPoolFailure,
  tooManyTries,
} from '../session/index.ts';
import type { AttemptRow } from './model.ts';
import { type Advance, askPool, toAdvance } from './ask-pool.ts';
import { openParameters, sealParameters, sealPoolSession } from './attempt-state.ts';
import { type Trail, trailOf } from './challenge-parameters.ts';
import { findKnownDevice } from './limits/known-device.ts';
import type { SignInRateLimits } from './limits/sign-in-rate-limits.ts';
import { canResend } from './present-step.ts';
import { resumeAttempt, type ResumedSignIn } from './resume-attempt.ts';
import { claimAttempt, lockAttempt, updateAttempt } from './store/attempts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId' | 'settings'> & {
  readonly limits: SignInRateLimits;
};

/**
 * Resends a code by restarting the sign-in at the pool within the same attempt, because the pool has no such call.
 * Fails with `challenge_expired` if the code is not the first factor.
 */
export async function resendSignIn(
  services: Needs,
  input: {
    readonly attemptSecret: string | undefined;
    readonly deviceCookie: string | undefined;
    readonly address: string;
  },
): Outcome<ResumedSignIn, Failure> {
  const { clock, db } = services;
  if (!isSecret(input.attemptSecret)) return err({ code: 'challenge_expired' });
  const id = hashSecret(input.attemptSecret);
  const answerId = services.newId();
  const turn = await takeTurn(services, { id, answerId });
  if (turn === undefined) return err(poolUnavailable());
  if (turn.kind === 'refused') return err({ code: 'challenge_expired' });
  if (turn.kind === 'moved') {
    const { attemptSecret } = input;
    const resumed = await resumeAttempt(services, turn.attempt, { attemptSecret, isFresh: true });
    return resumed.step.step === 'none' ? err({ code: 'challenge_expired' }) : ok(resumed);
  }
  const claimed = turn.attempt;
  const username = claimed.typed_username;
  const deviceId = findKnownDevice(services, { cookie: input.deviceCookie, username });
  const waitMs = services.limits.takeStart({ address: input.address, username, deviceId });
  const again = waitMs > 0 ? undefined : await beginAgain(services, claimed, input.address);
  const settled = await inTransaction(db, async (tx) => {
    const attempt = await lockAttempt(tx, { id, now: clock.now() });
    if (attempt?.last_answer_id !== answerId) return undefined;
    await updateAttempt(tx, id, again?.ok === true ? changeOf(services, id, again.value) : {});
    return await lockAttempt(tx, { id, now: clock.now() });
  });
  if (waitMs > 0) return err(tooManyTries(waitMs, clock.now()));
  if (again?.ok === false) return again;
  if (settled === undefined) return err({ code: 'challenge_expired' });
  return ok(await resumeAttempt(services, settled, { attemptSecret: undefined, isFresh: true }));
}

type Turn =
  | { readonly kind: 'refused' }
  | { readonly kind: 'claimed'; readonly attempt: AttemptRow }
  /** Another request, for which this one waited, got another question or sent a code. */
  | { readonly kind: 'moved'; readonly attempt: AttemptRow };

/** Claims the attempt. Undefined if another request does not finish in time. [Note: Claims] */
async function takeTurn(
  services: Needs,
  { id, answerId }: { readonly id: string; readonly answerId: string },
): Promise<Turn | undefined> {
  let waitedAt: AttemptRow | undefined;
  return await poll(
    async () =>
      await inTransaction(services.db, async (tx): Promise<Turn | undefined> => {
        const now = services.clock.now();
        const attempt = await lockAttempt(tx, { id, now });
        if (attempt === undefined) return { kind: 'refused' };
        if (attempt.claimed_until !== null && attempt.claimed_until > now) {
          waitedAt ??= attempt;
          return undefined;
        }
        if (waitedAt !== undefined && waitedAt.parameters_sealed !== attempt.parameters_sealed)
          return { kind: 'moved', attempt };
        if (!mayResend(services, attempt)) return { kind: 'refused' };
        await claimAttempt(tx, { id, answerId, until: later(now, CLAIM_MS) });
        return { kind: 'claimed', attempt };
      }),
  );
}

function mayResend(services: Needs, attempt: AttemptRow): boolean {
  return isOpenStep(attempt.step) && canResend(attempt.step, openParameters(services.cipher, attempt));
}

type Moved = Extract<Advance, { kind: 'moved' }>;

async function beginAgain(services: Needs, attempt: AttemptRow, address: string): Outcome<Moved, Failure> {
  const { clock, pool, log } = services;
  const trail = trailOf(openParameters(services.cipher, attempt));
  const opening = openingOf(trail);
  if (opening === undefined) return err({ code: 'challenge_expired' });
  const started = await pool.start({ username: attempt.typed_username, opening, address });
  if (!started.ok) return err(presentPoolFailure(started.error, { now: clock.now(), log }));
  let advance = toAdvance(started.value, trail);
  if (advance.kind === 'moved' && advance.step === 'SELECT_CHALLENGE' && trail.choice !== undefined) {
    const { choice } = trail;
    const chosen = await askPool(
      pool,
      {
        step: advance.step,
        session: advance.session,
        username: advance.username ?? attempt.pool_username,
        parameters: advance.parameters,
        address,
      },
      {
        answer: { challenge: 'SELECT_CHALLENGE', answerId: services.newId(), choice },
        responses: { ANSWER: choice },
      },
    );
    if (!chosen.ok) return err(presentPoolFailure(chosen.error, { now: clock.now(), log }));
    advance = chosen.value;
  }
  return advance.kind === 'moved' ? ok(advance) : err({ code: 'challenge_expired' });
}

function openingOf(trail: Trail): Opening | undefined {
  return trail.first === 'password' ? undefined : { first: trail.first };
}

function changeOf(services: Needs, id: string, moved: Moved): Parameters<typeof updateAttempt>[2] {
  return {
    step: moved.step,
    poolSessionSealed: sealPoolSession(services.cipher, id, moved.session),
    parametersSealed: sealParameters(services.cipher, id, moved.parameters),
    tries: 0,
  };
}
