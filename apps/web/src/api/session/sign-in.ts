import type {
  FinishRedirectRequest,
  RedirectFinish,
  RedirectStart,
  SignInAnswer,
  SignInRequest,
  SignInStep,
  StartRedirectRequest,
  UseRecoveryCodeRequest,
  WelcomeRequest,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { sleep } from '../../lib/waiting.ts';
import { call } from '../calls/client.ts';
import type { ApiError } from '../calls/error.ts';

const ANSWER_TRIES_MAX = 3;
const ANSWER_WAIT_MS = 700;

type Step = Promise<Result<SignInStep, ApiError>>;

export function getSignIn(): Step {
  return call('getSignIn');
}

export function startSignIn(body: SignInRequest): Step {
  return call('startSignIn', { body });
}

/** A lost request is sent again with the same id, so that it counts only once. */
export async function giveAnswer(answer: SignInAnswer): Step {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call('answerSignIn', { body: answer });
    const isLost = !result.ok && (result.error.code === 'offline' || result.error.code === 'timed_out');
    if (!isLost || attempt === ANSWER_TRIES_MAX) return result;
    await sleep(ANSWER_WAIT_MS * attempt);
  }
}

export function cancelSignIn(): Promise<Result<undefined, ApiError>> {
  return call('cancelSignIn');
}

export function resendSignIn(): Step {
  return call('resendSignIn');
}

/** After this, the sign-in must be restarted. */
export function sendRecoveryCode(body: UseRecoveryCodeRequest): Promise<Result<undefined, ApiError>> {
  return call('useRecoveryCode', { body });
}

export function startRedirect(body: StartRedirectRequest): Promise<Result<RedirectStart, ApiError>> {
  return call('startRedirect', { body });
}

/** Works only once for each redirect. */
export function finishRedirect(body: FinishRedirectRequest): Promise<Result<RedirectFinish, ApiError>> {
  return call('finishRedirect', { body });
}

export function createAdministrator(body: WelcomeRequest): Promise<Result<undefined, ApiError>> {
  return call('welcome', { body });
}
