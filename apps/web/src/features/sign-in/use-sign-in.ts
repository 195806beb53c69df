import type { FirstFactor, SignInAnswer, SignInStep } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import { useEffect, useReducer, useState } from 'react';
import { type ApiError, localError } from '../../api/calls/error.ts';
import type { SignInProblem } from '../../api/session/password-sign-in.ts';
import {
  cancelSignIn,
  getSignIn,
  giveAnswer,
  resendSignIn,
  sendRecoveryCode,
  startRedirect,
  startSignIn,
} from '../../api/session/sign-in.ts';
import { keepName, knownName } from './known-name.ts';
import { initialState, reduceSignIn, type SignInEvent, type SignInState } from './machine.ts';

type WithoutId<Answer> = Answer extends SignInAnswer ? Omit<Answer, 'answerId'> : never;
/** An answer without its id, which is added when the answer is sent. */
export type GivenAnswer = WithoutId<SignInAnswer>;

export interface SignInActions {
  readonly submit: (username: string, password: string) => Promise<void>;
  readonly begin: (username: string, first: Exclude<FirstFactor, 'password'>) => Promise<void>;
  /** Redirects the browser to the issuer. */
  readonly leaveFor: (
    issuer: string,
    trip: { readonly username: string; readonly returnTo: string },
  ) => Promise<void>;
  readonly answer: (given: GivenAnswer) => Promise<void>;
  readonly choosePassword: (password: string) => Promise<void>;
  readonly resend: () => Promise<void>;
  /** Returns to the list of first factors. */
  readonly chooseAgain: (username: string) => Promise<void>;
  readonly recover: (code: string) => Promise<void>;
  /** Forgets the error of the other kind of code. */
  readonly switchCode: () => void;
  readonly restart: () => void;
  /** The sign-in succeeded, but the next call found no session. */
  readonly lose: () => void;
  readonly timeOut: () => void;
  readonly resume: () => Promise<void>;
}

/** Loaded lazily: this is most of the sign-in's code, and the form renders without it. */
const loadProof = () => import('../../api/session/password-sign-in.ts');

export async function prepareProof(): Promise<void> {
  (await loadProof()).prepareProof();
}

interface Arrival {
  readonly isResuming: boolean;
  readonly endedFor: string | undefined;
}

export function useSignIn(arrival: Arrival): readonly [SignInState, SignInActions] {
  const [state, dispatch] = useReducer(reduceSignIn, arrival, opened);
  const [actions] = useState(() => makeActions(dispatch));
  useResume(arrival.isResuming, actions.resume);
  return [state, actions];
}

function opened({ isResuming, endedFor }: Arrival): SignInState {
  if (endedFor !== undefined && knownName().notice === undefined) keepName(endedFor, 'ended');
  const { username, notice } = knownName();
  return initialState({ isResuming, username, notice });
}

function useResume(isResuming: boolean, resume: () => Promise<void>): void {
  const [wasResuming] = useState(isResuming);
  useEffect(() => {
    if (wasResuming) void resume();
  }, [wasResuming, resume]);
}

type Arrived = Result<SignInStep, SignInProblem>;

function makeActions(dispatch: (event: SignInEvent) => void): SignInActions {
  let turn = 0;
  /** Ignores the result if another action has started in the meantime, unless the person is now signed in. */
  const run = async (before: SignInEvent, work: () => Promise<Arrived>, isResent = false) => {
    turn += 1;
    const own = turn;
    dispatch(before);
    const result = await answerOf(work, dispatch);
    const isSignedIn = result.ok && result.value.step === 'signed_in';
    if (own !== turn && !isSignedIn) return;
    const nowMs = Date.now();
    if (result.ok) dispatch({ type: 'arrived', step: result.value, nowMs, isResent });
    else dispatch({ type: 'refused', problem: result.error, nowMs });
  };
  const restart = (): void => {
    turn += 1;
    dispatch({ type: 'restarted' });
    // A failure does not matter, because the attempt expires on the server anyway.
    void cancelSignIn();
  };
  return {
    submit: (username, password) =>
      run(begun(username), () =>
        remembered(() => proving((proof) => proof.signInWithPassword(username, password))),
      ),
    begin: (username, first) =>
      run(begun(username), () => remembered(async () => refusable(await startSignIn({ username, first })))),
    leaveFor: async (issuer, { username, returnTo }) => {
      dispatch(begun(username));
      const started = navigator.cookieEnabled
        ? await startRedirect({ issuer, returnTo })
        : err(localError('cookies_refused'));
      if (started.ok) location.assign(started.value.url);
      else {
        const problem = { kind: 'refused', error: started.error } as const;
        dispatch({ type: 'refused', problem, nowMs: Date.now() });
      }
    },
    answer: (given) =>
      run({ type: 'answered' }, async () =>
        refusable(await giveAnswer({ ...given, answerId: crypto.randomUUID() })),
      ),
    choosePassword: (password) =>
      run({ type: 'answered' }, () => proving((proof) => proof.choosePassword(password))),
    resend: () => run({ type: 'answered' }, async () => refusable(await resendSignIn()), true),
    chooseAgain: (username) =>
      run({ type: 'answered' }, async () => refusable(await startSignIn({ username, first: 'choice' }))),
    recover: async (code) => {
      dispatch({ type: 'answered' });
      const result = await sendRecoveryCode({ code });
      if (result.ok) dispatch({ type: 'recovered' });
      else {
        const problem = { kind: 'refused', error: result.error } as const;
        dispatch({ type: 'refused', problem, nowMs: Date.now() });
      }
    },
    switchCode: () => dispatch({ type: 'switched' }),
    restart,
    lose: () => dispatch({ type: 'forgotten', username: knownName().username }),
    timeOut: () => dispatch({ type: 'timed_out' }),
    resume: () => run({ type: 'reloading' }, async () => refusable(await getSignIn())),
  };
}

function begun(username: string): SignInEvent {
  keepName(username);
  return { type: 'submitted', username };
}

function refusable(result: Result<SignInStep, ApiError>): Arrived {
  return result.ok ? result : err({ kind: 'refused', error: result.error });
}

/** Refuses at once if cookies are disabled, because the server would wrongly report a timeout. */
async function remembered(work: () => Promise<Arrived>): Promise<Arrived> {
  return navigator.cookieEnabled
    ? await work()
    : err({ kind: 'refused', error: localError('cookies_refused') });
}

/** An exception is a bug. It is shown, and thrown again to be reported. */
async function answerOf(
  work: () => Promise<Arrived>,
  dispatch: (event: SignInEvent) => void,
): Promise<Arrived> {
  try {
    return await work();
  } catch (cause) {
    const problem = { kind: 'refused', error: localError('internal') } as const;
    dispatch({ type: 'refused', problem, nowMs: Date.now() });
    throw cause;
  }
}

type Proof = Awaited<ReturnType<typeof loadProof>>;

async function proving(work: (proof: Proof) => Promise<Arrived>): Promise<Arrived> {
  const proof = await fetchedProof();
  return proof === undefined ? err({ kind: 'refused', error: localError('offline') }) : await work(proof);
}

/** Undefined if the module failed to load. The import then rejects with a TypeError (HTML standard). */
async function fetchedProof(): Promise<Proof | undefined> {
  try {
    return await loadProof();
  } catch (cause) {
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}
