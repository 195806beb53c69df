import type { SignInStep } from '@coffer/contracts';
import { type ApiError, instantFact } from '../../api/error.ts';
import type { SignInProblem } from '../../api/password-sign-in.ts';

/** An attempt that the server holds open until a deadline, in milliseconds of the browser's own clock. */
export interface Pending {
  readonly username: string;
  readonly deadlineMs: number;
}

interface Answerable extends Pending {
  /** An answer is on its way. */
  readonly isBusy: boolean;
  readonly error: ApiError | undefined;
  /** No answer is taken before this moment of the browser's clock. */
  readonly waitUntilMs: number | undefined;
}

/** Where the sign-in of this page stands. The password is no part of it. */
export type SignInState =
  | { readonly at: 'loading' }
  | { readonly at: 'load_failed'; readonly error: ApiError }
  | {
      readonly at: 'form';
      readonly username: string;
      readonly isBusy: boolean;
      readonly problem: SignInProblem | undefined;
      readonly waitUntilMs: number | undefined;
    }
  | ({ readonly at: 'code' } & Answerable)
  | ({ readonly at: 'new_password'; readonly requiredAttributes: readonly string[] } & Answerable)
  | ({ readonly at: 'unknown'; readonly challenge: string; readonly hostedPage: string | null } & Pending)
  | { readonly at: 'expired'; readonly username: string }
  | { readonly at: 'signed_in' };

export type SignInEvent =
  /** Name and password were sent off. */
  | { readonly type: 'submitted'; readonly username: string }
  /** The code or the new password was sent off. */
  | { readonly type: 'answered' }
  /** The server says where the sign-in stands. */
  | { readonly type: 'arrived'; readonly step: SignInStep; readonly nowMs: number }
  | { readonly type: 'refused'; readonly problem: SignInProblem; readonly nowMs: number }
  /** The deadline of the attempt has passed. */
  | { readonly type: 'timed_out' }
  /** The person starts again, or went back. */
  | { readonly type: 'restarted' }
  | { readonly type: 'reloading' };

export function initialState(isResuming: boolean): SignInState {
  return isResuming ? { at: 'loading' } : form('');
}

export function reduceSignIn(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'submitted':
      return state.at === 'form' ? { ...form(event.username), isBusy: true } : state;
    case 'answered':
      return isAnswerable(state) ? { ...state, isBusy: true, error: undefined } : state;
    case 'arrived':
      return afterStep(state, event.step, event.nowMs);
    case 'refused':
      return afterRefusal(state, event.problem, event.nowMs);
    case 'timed_out':
      return 'deadlineMs' in state ? { at: 'expired', username: state.username } : state;
    case 'restarted':
      return state.at === 'signed_in' ? state : form(usernameOf(state));
    case 'reloading':
      return state.at === 'load_failed' ? { at: 'loading' } : state;
  }
}

/** True while the page belongs to an open challenge: its address is `/sign-in/challenge`. */
export function isChallenge(state: SignInState): boolean {
  return state.at !== 'form' && state.at !== 'signed_in';
}

function form(username: string): Extract<SignInState, { at: 'form' }> {
  return { at: 'form', username, isBusy: false, problem: undefined, waitUntilMs: undefined };
}

function usernameOf(state: SignInState): string {
  return 'username' in state ? state.username : '';
}

function isAnswerable(state: SignInState): state is Extract<SignInState, { at: 'code' | 'new_password' }> {
  return state.at === 'code' || state.at === 'new_password';
}

function afterStep(state: SignInState, step: SignInStep, nowMs: number): SignInState {
  switch (step.step) {
    case 'signed_in':
      return { at: 'signed_in' };
    case 'none':
      // Nothing to go on with: an attempt that this page has seen has ended, or there was none.
      return state.at === 'loading' || state.at === 'form'
        ? form(usernameOf(state))
        : { at: 'expired', username: usernameOf(state) };
    case 'PASSWORD_VERIFIER':
      // The secret that could answer it lived in a page that is gone.
      return form(step.username);
    case 'SOFTWARE_TOKEN_MFA':
      return { at: 'code', ...answerable(step, nowMs) };
    case 'NEW_PASSWORD_REQUIRED':
      return {
        at: 'new_password',
        requiredAttributes: step.requiredAttributes,
        ...answerable(step, nowMs),
      };
    case 'unknown':
      return {
        at: 'unknown',
        challenge: step.challenge,
        hostedPage: step.hostedPage,
        ...pending(step, nowMs),
      };
    case 'CUSTOM_CHALLENGE':
    case 'EMAIL_OTP':
    case 'MFA_SETUP':
    case 'MFA_SETUP_AUTHENTICATOR':
    case 'SELECT_CHALLENGE':
    case 'SELECT_MFA_TYPE':
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'WEB_AUTHN':
      // A step of the table that this page has no form for yet.
      return { at: 'unknown', challenge: step.step, hostedPage: null, ...pending(step, nowMs) };
  }
}

function afterRefusal(state: SignInState, problem: SignInProblem, nowMs: number): SignInState {
  if (state.at === 'form') {
    return { ...state, isBusy: false, problem, waitUntilMs: waitUntilOf(problem, nowMs) };
  }
  if (problem.kind !== 'refused') return state;
  const { error } = problem;
  if (state.at === 'loading') return { at: 'load_failed', error };
  if (!isAnswerable(state)) return state;
  if (error.code === 'challenge_expired') return { at: 'expired', username: state.username };
  // The attempt is over, so the next answer would be in vain: back to the beginning, with the reason.
  if (error.code === 'sign_in_failed' || error.code === 'account_disabled') {
    return { ...form(state.username), problem };
  }
  return { ...state, isBusy: false, error, waitUntilMs: waitUntilOf(problem, nowMs) };
}

interface PendingStep {
  readonly username: string;
  readonly expiresAt: string;
  readonly serverTime: string;
}

/** The two clocks may differ: what counts is how far the server's deadline is from the server's now. */
function pending(step: PendingStep, nowMs: number): Pending {
  const leftMs = new Date(step.expiresAt).getTime() - new Date(step.serverTime).getTime();
  return { username: step.username, deadlineMs: nowMs + leftMs };
}

function answerable(step: PendingStep, nowMs: number): Answerable {
  return { ...pending(step, nowMs), isBusy: false, error: undefined, waitUntilMs: undefined };
}

function waitUntilOf(problem: SignInProblem, nowMs: number): number | undefined {
  if (problem.kind !== 'refused') return undefined;
  const { error } = problem;
  if (error.code !== 'too_many_tries' && error.code !== 'rate_limited') return undefined;
  // A length of time is right whatever this machine's clock says; the instant is second best.
  if (error.retryAfterMs !== undefined) return nowMs + error.retryAfterMs;
  return instantFact(error, 'retry_at')?.getTime();
}
