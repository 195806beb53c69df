import type { SignInStep } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { cognitoTimestamp } from '../lib/srp/cognito-timestamp.ts';
import { SrpProtocolError } from '../lib/srp/srp-math.ts';
import { type SrpChallenge, startSrp } from '../lib/srp/start-srp.ts';
import type { ApiError } from './error.ts';
import { giveAnswer, startSignIn } from './sign-in.ts';

export type SignInProblem =
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The page is not in a secure context, so that the browser lends no cryptography. */
  | { readonly kind: 'insecure' }
  /** The server's numbers are not honest: nothing was proved to it. */
  | { readonly kind: 'unprovable' };

type Proven = Promise<Result<SignInStep, SignInProblem>>;
type Attempt = ReturnType<typeof startSrp>;

let ready: Attempt | undefined;

/** Makes the public value of the next proof, while nobody waits for it. It is good for one proof, and for no longer than the page lives. */
export function prepareProof(): void {
  ready ??= startSrp();
}

/**
 * Proves a password to the pool through the server's relay, by SRP: the password stays here. The answer is the next step,
 * `signed_in` where there is none.
 */
export async function signInWithPassword(username: string, password: string): Proven {
  return await prove(password, ({ srpA }) => startSignIn({ username, srpA }));
}

/** The same in the middle of a sign-in, where the pool lets choose what to begin with. */
export async function choosePassword(password: string): Proven {
  return await prove(password, ({ srpA }) =>
    giveAnswer({
      challenge: 'SELECT_CHALLENGE',
      answerId: crypto.randomUUID(),
      choice: 'PASSWORD_SRP',
      srpA,
    }),
  );
}

async function prove(
  password: string,
  begin: (attempt: Attempt) => Promise<Result<SignInStep, ApiError>>,
): Proven {
  if (!isSecureContext) return err({ kind: 'insecure' });
  const attempt = ready ?? startSrp();
  ready = undefined;
  const started = await begin(attempt);
  if (!started.ok) return err({ kind: 'refused', error: started.error });
  const step = started.value;
  if (step.step !== 'PASSWORD_VERIFIER') return ok(step);
  // The pool compares with its own clock, so the claim carries the server's time and not that of this machine.
  const timestamp = cognitoTimestamp(new Date(step.serverTime));
  const signature = await proved(attempt, {
    poolName: step.poolName,
    userIdForSrp: step.userIdForSrp,
    password,
    saltHex: step.salt,
    srpBHex: step.srpB,
    secretBlockBase64: step.secretBlock,
    timestamp,
  });
  if (signature === undefined) return err({ kind: 'unprovable' });
  const answered = await giveAnswer({
    challenge: 'PASSWORD_VERIFIER',
    answerId: crypto.randomUUID(),
    signature,
    timestamp,
  });
  return answered.ok ? answered : err({ kind: 'refused', error: answered.error });
}

async function proved(attempt: Attempt, challenge: SrpChallenge): Promise<string | undefined> {
  try {
    return await attempt.prove(challenge);
  } catch (cause) {
    if (cause instanceof SrpProtocolError) return undefined;
    throw cause;
  }
}
