import type { SignInStep } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { cognitoTimestamp, type SrpChallenge, SrpProtocolError, startSrp } from '@coffer/srp';
import type { ApiError } from '../calls/error.ts';
import { giveAnswer, startSignIn } from './sign-in.ts';

export type SignInProblem =
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The page is not in a secure context, so Web Crypto is unavailable. */
  | { readonly kind: 'insecure' }
  /** The server sent invalid SRP parameters; no proof was sent. */
  | { readonly kind: 'unprovable' };

type Proven = Promise<Result<SignInStep, SignInProblem>>;
type Attempt = ReturnType<typeof startSrp>;

let ready: Attempt | undefined;

/** Computes the public SRP value ahead. It is used for one proof only. */
export function prepareProof(): void {
  ready ??= startSrp();
}

/** Signs in by SRP: the password never leaves the browser. */
export async function signInWithPassword(username: string, password: string): Proven {
  return await prove(password, ({ srpA }) => startSignIn({ username, srpA }));
}

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
  // The user pool checks the timestamp against its own clock.
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
