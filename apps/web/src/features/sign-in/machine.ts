import { isOpenStep, type SignInStep } from '@coffer/contracts';
import { type ApiError, instantFact, localError } from '../../api/error.ts';
import type { SignInProblem } from '../../api/password-sign-in.ts';

/** An attempt that the server holds open until a deadline, in milliseconds of the browser's own clock. */
export interface Pending {
  readonly username: string;
  readonly deadlineMs: number;
}

/** A step of `SIGN_IN_FLOW` that a person answers. The proof of a password is answered by the page that began it. */
export type Challenge = Exclude<
  Extract<SignInStep, { readonly expiresAt: string }>,
  { readonly step: 'unknown' | 'PASSWORD_VERIFIER' }
>;
export type ChallengeName = Challenge['step'];

/** Why the form is shown again: the account stands, the password was replaced, the lost authenticator is switched off. */
export type FormNotice = 'confirmed' | 'reset' | 'recovered';

interface Form {
  readonly at: 'form';
  readonly username: string;
  readonly isBusy: boolean;
  readonly problem: SignInProblem | undefined;
  readonly waitUntilMs: number | undefined;
  readonly notice: FormNotice | undefined;
}

/** Where the sign-in of this page stands. The password is no part of it. */
export type SignInState =
  | { readonly at: 'loading' }
  | { readonly at: 'load_failed'; readonly error: ApiError }
  | Form
  | ({
      readonly at: 'challenge';
      readonly step: Challenge;
      /** An answer is on its way. */
      readonly isBusy: boolean;
      readonly error: ApiError | undefined;
      /** No answer is taken before this moment of the browser's clock. */
      readonly waitUntilMs: number | undefined;
      /** Another code was sent since the step was reached. */
      readonly isResent: boolean;
    } & Pending)
  | ({
      readonly at: 'unknown';
      readonly challenge: string;
      /** The issuer by which the pool's own pages sign people in. */
      readonly hostedIssuer: string | null;
      /** The way there is asked for. */
      readonly isBusy: boolean;
    } & Pending)
  | { readonly at: 'expired'; readonly username: string }
  | { readonly at: 'signed_in' };

/** The state of an open challenge, of one kind of step or of any. */
export type ChallengeState<Name extends ChallengeName = ChallengeName> = Extract<
  SignInState,
  { readonly at: 'challenge' }
> & { readonly step: Extract<Challenge, { readonly step: Name }> };

export type SignInEvent =
  /** A name was sent off, with the password or what else the sign-in begins with. */
  | { readonly type: 'submitted'; readonly username: string }
  /** An answer was sent off. */
  | { readonly type: 'answered' }
  /** The server says where the sign-in stands. */
  | {
      readonly type: 'arrived';
      readonly step: SignInStep;
      readonly nowMs: number;
      readonly isResent?: boolean;
    }
  | { readonly type: 'refused'; readonly problem: SignInProblem; readonly nowMs: number }
  /** A recovery code has switched the authenticator off: the sign-in begins anew without it. */
  | { readonly type: 'recovered' }
  /** The deadline of the attempt has passed. */
  | { readonly type: 'timed_out' }
  /** The person starts again, or went back. */
  | { readonly type: 'restarted' }
  /** The server says that the sign-in is done, and knows nothing of it at the next call. */
  | { readonly type: 'forgotten'; readonly username: string }
  | { readonly type: 'reloading' };

/** What the page knows when it opens. */
export interface Opening {
  /** It was opened in the middle of a sign-in. */
  readonly isResuming: boolean;
  readonly username: string;
  readonly notice: FormNotice | undefined;
}

export function initialState({ isResuming, username, notice }: Opening): SignInState {
  return isResuming ? { at: 'loading' } : { ...form(username), notice };
}

export function reduceSignIn(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'submitted':
      if (state.at === 'unknown') return { ...state, isBusy: true };
      return state.at === 'form' && !state.isBusy ? { ...form(event.username), isBusy: true } : state;
    case 'answered':
      return state.at === 'challenge' ? { ...state, isBusy: true, error: undefined, isResent: false } : state;
    case 'arrived':
      return afterStep(state, event);
    case 'refused':
      return afterRefusal(state, event.problem, event.nowMs);
    case 'recovered':
      return state.at === 'challenge' ? { ...form(state.username), notice: 'recovered' } : state;
    case 'timed_out':
      return 'deadlineMs' in state ? { at: 'expired', username: state.username } : state;
    case 'restarted':
      return state.at === 'signed_in' ? state : form(usernameOf(state));
    case 'forgotten':
      return state.at === 'signed_in' ? { ...form(event.username), problem: COOKIES_REFUSED } : state;
    case 'reloading':
      return state.at === 'load_failed' ? { at: 'loading' } : state;
  }
}

/** The one reason that is left: the browser has not sent back what it was given. */
const COOKIES_REFUSED: SignInProblem = { kind: 'refused', error: localError('cookies_refused') };

/** True while the page belongs to an open challenge: its address is `/sign-in/challenge`. */
export function isChallenge(state: SignInState): boolean {
  return state.at !== 'form' && state.at !== 'signed_in';
}

function form(username: string): Form {
  return {
    at: 'form',
    username,
    isBusy: false,
    problem: undefined,
    waitUntilMs: undefined,
    notice: undefined,
  };
}

function usernameOf(state: SignInState): string {
  return 'username' in state ? state.username : '';
}

/** Somebody waits for what the server says. Whatever comes later was given up meanwhile. */
function isWaiting(state: SignInState): boolean {
  return state.at === 'loading' || ('isBusy' in state && state.isBusy);
}

function afterStep(state: SignInState, { step, nowMs, isResent = false }: Arrival): SignInState {
  // A session is a session, whatever the page believes by now.
  if (step.step === 'signed_in') return { at: 'signed_in' };
  if (!isWaiting(state)) return state;
  if (step.step === 'none') {
    // Nothing to go on with: an attempt that this page has seen has ended, or there was none.
    return state.at === 'challenge' ? { at: 'expired', username: state.username } : form(usernameOf(state));
  }
  // What could answer it lived in a page that is gone, or nobody has typed a password yet.
  if (step.step === 'PASSWORD_VERIFIER') return form(step.username);
  const open = pending(step, nowMs);
  if (step.step === 'unknown') {
    return unknown(step.challenge, step.hostedIssuer, open);
  }
  // A server that is newer than this page may ask what the table of this page does not have.
  if (!isOpenStep(step.step)) return unknown(step.step, null, open);
  return {
    at: 'challenge',
    step,
    ...open,
    isBusy: false,
    error: undefined,
    waitUntilMs: undefined,
    isResent,
  };
}

function unknown(challenge: string, hostedIssuer: string | null, open: Pending): SignInState {
  return { at: 'unknown', challenge, hostedIssuer, isBusy: false, ...open };
}

type Arrival = Extract<SignInEvent, { readonly type: 'arrived' }>;

/** Refusals after which the attempt is over, so that the next answer would be in vain. */
const ENDS: readonly ApiError['code'][] = ['sign_in_failed', 'account_disabled', 'account_not_admitted'];

function afterRefusal(state: SignInState, problem: SignInProblem, nowMs: number): SignInState {
  if (!isWaiting(state)) return state;
  if (state.at === 'form') {
    return { ...state, isBusy: false, problem, waitUntilMs: waitUntilOf(problem, nowMs) };
  }
  if (state.at === 'loading') {
    return problem.kind === 'refused' ? { at: 'load_failed', error: problem.error } : form('');
  }
  // The provider's page could not be reached: the sign-in begins anew, and says why.
  if (state.at === 'unknown') {
    return { ...form(state.username), problem, waitUntilMs: waitUntilOf(problem, nowMs) };
  }
  if (state.at !== 'challenge') return state;
  // A password that could not be proved: the attempt waits for a proof that will not come.
  if (problem.kind !== 'refused') return { ...form(state.username), problem };
  const { error } = problem;
  if (error.code === 'challenge_expired') return { at: 'expired', username: state.username };
  if (ENDS.includes(error.code)) return { ...form(state.username), problem };
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

function waitUntilOf(problem: SignInProblem, nowMs: number): number | undefined {
  if (problem.kind !== 'refused') return undefined;
  const { error } = problem;
  if (error.code !== 'too_many_tries' && error.code !== 'rate_limited') return undefined;
  // A length of time is right whatever this machine's clock says; the instant is second best.
  if (error.retryAfterMs !== undefined) return nowMs + error.retryAfterMs;
  return instantFact(error, 'retry_at')?.getTime();
}
