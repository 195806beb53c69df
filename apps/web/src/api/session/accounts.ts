import type {
  CodeSent,
  ConfirmResetRequest,
  ConfirmSignUpRequest,
  ResendSignUpRequest,
  ResetPasswordRequest,
  SignUpRequest,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { call } from '../calls/client.ts';
import type { ApiError } from '../calls/error.ts';

type Sent = Promise<Result<CodeSent, ApiError>>;
type Done = Promise<Result<undefined, ApiError>>;

export function signUp(body: SignUpRequest): Sent {
  return call('signUp', { body });
}

export function confirmSignUp(body: ConfirmSignUpRequest): Done {
  return call('confirmSignUp', { body });
}

export function resendSignUp(body: ResendSignUpRequest): Sent {
  return call('resendSignUp', { body });
}

export function resetPassword(body: ResetPasswordRequest): Sent {
  return call('resetPassword', { body });
}

export function confirmReset(body: ConfirmResetRequest): Done {
  return call('confirmReset', { body });
}
