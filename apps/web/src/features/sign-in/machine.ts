import { isOpenStep, type SignInStep } from '@coffer/contracts';
import { type ApiError, instantFact, localError } from '../../api/calls/error.ts';
import type { SignInProblem } from '../../api/session/password-sign-in.ts';

/** The deadline is in milliseconds of the browser's clock. */
export interface Pending {
  readonly username: string;
  readonly deadlineMs: number;
}

/** A step that the person answers. `PASSWORD_VERIFIER` is not one, because `signInWithPassword` answers it. */
export type Challenge = Exclude<
  Extract<SignInStep, { readonly expiresAt: string }>,
  { readonly step: 'unknown' | 'PASSWORD_VERIFIER' }
>;
export type ChallengeName = Challenge['step'];

/** The message above the form. */
export type FormNotice = 'confirmed' | 'reset' | 'recovered' | 'ended';

interface Form {
  readonly at: 'form';
  readonly username: string;
  readonly isBusy: boolean;
  readonly problem: SignInProblem | undefined;
  readonly waitUntilMs: number | undefined;
  readonly notice: FormNotice | undefined;
}

/** Never contains the password. */
export type SignInState =
  | { readonly at: 'loading' }
  | { readonly at: 'load_failed'; readonly error: ApiError }
  | Form
  | ({
      readonly at: 'challenge';
      readonly step: Challenge;
      readonly isBusy: boolean;
      readonly error: ApiError | undefined;
      /** In milliseconds of the browser's clock. */
      readonly waitUntilMs: number | undefined;
      readonly isResent: boolean;
    } & Pending)
  | ({
      readonly at: 'unknown';
      readonly challenge: string;
      /** Null if there are no hosted pages. */
      readonly hostedIssuer: string | null;
      readonly isBusy: boolean;
    } & Pending)
  | { readonly at: 'expired'; readonly username: string }
  | { readonly at: 'signed_in' };

export type ChallengeState<Name extends ChallengeName = ChallengeName> = Extract<
  SignInState,
  { readonly at: 'challenge' }
> & { readonly step: Extract<Challenge, { readonly step: Name }> };

export type SignInEvent =
  /** The person submitted a password or another first factor. */
  | { readonly type: 'submitted'; readonly username: string }
  | { readonly type: 'answered' }
  | {
      readonly type: 'arrived';
      readonly step: SignInStep;
      readonly nowMs: number;
      readonly isResent?: boolean;
    }
  | { readonly type: 'refused'; readonly problem: SignInProblem; readonly nowMs: number }
  | { readonly type: 'recovered' }
  /** The person changed between the code of the app and a recovery code. */
  | { readonly type: 'switched' }
  | { readonly type: 'timed_out' }
  | { readonly type: 'restarted' }
  /** The sign-in succeeded, but the next call has no session. */
  | { readonly type: 'forgotten'; readonly username: string }
  | { readonly type: 'reloading' };

export interface Opening {
  /** Whether the page opens during a sign-in, for example after a reload. */
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
    case 'switched':
      return state.at === 'challenge' && !state.isBusy ? { ...state, error: undefined } : state;
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

/** The browser did not send the session cookie. */
const COOKIES_REFUSED: SignInProblem = { kind: 'refused', error: localError('cookies_refused') };

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

/** Whether a response is expected. Any other response belongs to an abandoned call. */
function isWaiting(state: SignInState): boolean {
  return state.at === 'loading' || ('isBusy' in state && state.isBusy);
}

function afterStep(state: SignInState, { step, nowMs, isResent = false }: Arrival): SignInState {
  if (step.step === 'signed_in') return { at: 'signed_in' };
  if (!isWaiting(state)) return state;
  if (step.step === 'none') {
    // The attempt has ended, or none exists.
    return state.at === 'challenge' ? { at: 'expired', username: state.username } : form(usernameOf(state));
  }
  if (step.step === 'PASSWORD_VERIFIER') return form(step.username);
  const open = pending(step, nowMs);
  if (step.step === 'unknown') {
    return unknown(step.challenge, step.hostedIssuer, open);
  }
  // A newer server may send steps that this page does not know.
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

const ENDS: readonly ApiError['code'][] = [
  'sign_in_failed',
  'account_disabled',
  'account_not_admitted',
  'invitation_withdrawn',
];

function afterRefusal(state: SignInState, problem: SignInProblem, nowMs: number): SignInState {
  if (!isWaiting(state)) return state;
  if (state.at === 'form') {
    return { ...state, isBusy: false, problem, waitUntilMs: waitUntilOf(problem, nowMs) };
  }
  if (state.at === 'loading') {
    return problem.kind === 'refused' ? { at: 'load_failed', error: problem.error } : form('');
  }
  // The redirect to the provider failed.
  if (state.at === 'unknown') {
    return { ...form(state.username), problem, waitUntilMs: waitUntilOf(problem, nowMs) };
  }
  if (state.at !== 'challenge') return state;
  // The attempt cannot continue without its password proof.
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

/** The clocks may differ, so only the server's times are compared. */
function pending(step: PendingStep, nowMs: number): Pending {
  const leftMs = new Date(step.expiresAt).getTime() - new Date(step.serverTime).getTime();
  return { username: step.username, deadlineMs: nowMs + leftMs };
}

function waitUntilOf(problem: SignInProblem, nowMs: number): number | undefined {
  if (problem.kind !== 'refused') return undefined;
  const { error } = problem;
  if (error.code !== 'too_many_tries' && error.code !== 'rate_limited') return undefined;
  // A duration is independent of the local clock.
  if (error.retryAfterMs !== undefined) return nowMs + error.retryAfterMs;
  return instantFact(error, 'retry_at')?.getTime();
}
