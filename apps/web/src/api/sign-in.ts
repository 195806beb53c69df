import type { SignInAnswer, SignInRequest, SignInStep, WelcomeRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { call } from './client.ts';
import type { ApiError } from './error.ts';

const ANSWER_TRIES_MAX = 3;
const ANSWER_WAIT_MS = 700;

type Step = Promise<Result<SignInStep, ApiError>>;

export function getSignIn(): Step {
  return call('getSignIn');
}

export function startSignIn(body: SignInRequest): Step {
  return call('startSignIn', { body });
}

/** Answers a challenge. An answer that was lost on the way is sent again under the same id, which counts it once. */
export async function giveAnswer(answer: SignInAnswer): Step {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call('answerSignIn', { body: answer });
    const isLost = !result.ok && (result.error.code === 'offline' || result.error.code === 'timed_out');
    if (!isLost || attempt === ANSWER_TRIES_MAX) return result;
    await new Promise((resolve) => setTimeout(resolve, ANSWER_WAIT_MS * attempt));
  }
}

export function cancelSignIn(): Promise<Result<undefined, ApiError>> {
  return call('cancelSignIn');
}

export function createAdministrator(body: WelcomeRequest): Promise<Result<undefined, ApiError>> {
  return call('welcome', { body });
}
