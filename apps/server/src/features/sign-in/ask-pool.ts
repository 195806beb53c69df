import type { SignInAnswer } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Pool, PoolFailure, PoolStep } from '../../platform/identity/pool.ts';
import { keptParameters, type Trail, trailOf, withAuthenticatorSecret } from './challenge-parameters.ts';

export type Advance =
  | {
      readonly kind: 'moved';
      readonly step: string;
      readonly session: string | undefined;
      /** The value of USER_ID_FOR_SRP, if the pool sends it. */
      readonly username: string | undefined;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | Extract<PoolStep, { kind: 'signed_in' }>;

export interface Question {
  readonly step: string;
  readonly session: string | undefined;
  readonly username: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly address: string;
}

/**
 * Sends an answer to the pool. Authenticator setup takes three calls in two steps: AssociateSoftwareToken, then
 * VerifySoftwareToken and RespondToAuthChallenge.
 */
export async function askPool(
  pool: Pool,
  question: Question,
  given: { readonly answer: SignInAnswer; readonly responses: Readonly<Record<string, string>> },
): Promise<Result<Advance, PoolFailure>> {
  const { answer, responses } = given;
  if (answer.challenge === 'MFA_SETUP' && answer.factor === 'SOFTWARE_TOKEN_MFA') {
    return await beginSetup(pool, question);
  }
  if (answer.challenge === 'MFA_SETUP_AUTHENTICATOR') {
    return await proveSetup(pool, question, answer.code);
  }
  const trail = trailOf(question.parameters);
  const answered = await pool.answer({
    challenge: question.step,
    session: question.session,
    username: question.username,
    responses,
    address: question.address,
  });
  const choice = answer.challenge === 'SELECT_CHALLENGE' ? answer.choice : trail.choice;
  return answered.ok ? ok(toAdvance(answered.value, { ...trail, choice })) : answered;
}

export function toAdvance(step: PoolStep, trail: Trail): Advance {
  if (step.kind === 'signed_in') return step;
  return {
    kind: 'moved',
    step: step.challenge,
    session: step.session,
    username: step.parameters['USER_ID_FOR_SRP'],
    parameters: keptParameters(step, trail),
  };
}

async function beginSetup(pool: Pool, question: Question): Promise<Result<Advance, PoolFailure>> {
  if (question.session === undefined) return err({ code: 'challenge_expired' });
  const begun = await pool.beginAuthenticatorSetup(question.session);
  if (!begun.ok) return begun;
  return ok({
    kind: 'moved',
    step: 'MFA_SETUP_AUTHENTICATOR',
    session: begun.value.session,
    username: undefined,
    parameters: withAuthenticatorSecret(question.parameters, begun.value.secret),
  });
}

async function proveSetup(
  pool: Pool,
  question: Question,
  code: string,
): Promise<Result<Advance, PoolFailure>> {
  if (question.session === undefined) return err({ code: 'challenge_expired' });
  const proved = await pool.proveAuthenticatorSetup({ session: question.session, code });
  if (!proved.ok) return proved;
  const answered = await pool.answer({
    challenge: 'MFA_SETUP',
    session: proved.value.session,
    username: question.username,
    responses: {},
    address: question.address,
  });
  return answered.ok ? ok(toAdvance(answered.value, trailOf(question.parameters))) : answered;
}
