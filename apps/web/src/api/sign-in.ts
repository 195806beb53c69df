import type { SignInAnswer, SignInRequest, SignInStep, WelcomeRequest } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { call } from './client.ts';
import type { ApiError } from './error.ts';

type Step = Promise<Result<SignInStep, ApiError>>;

export function getSignIn(): Step {
  return call('getSignIn');
}

export function startSignIn(body: SignInRequest): Step {
  return call('startSignIn', { body });
}

export function answerSignIn(body: SignInAnswer): Step {
  return call('answerSignIn', { body });
}

export function cancelSignIn(): Promise<Result<undefined, ApiError>> {
  return call('cancelSignIn');
}

export function createAdministrator(body: WelcomeRequest): Promise<Result<undefined, ApiError>> {
  return call('welcome', { body });
}
