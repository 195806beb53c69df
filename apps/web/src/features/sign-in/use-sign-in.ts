import type { SignInStep } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import { useEffect, useReducer, useState } from 'react';
import { localError } from '../../api/error.ts';
import type { SignInProblem } from '../../api/password-sign-in.ts';
import { cancelSignIn, getSignIn, giveAnswer } from '../../api/sign-in.ts';
import { initialState, reduceSignIn, type SignInEvent, type SignInState } from './machine.ts';

export interface SignInActions {
  readonly submit: (username: string, password: string) => Promise<void>;
  readonly answerCode: (code: string) => Promise<void>;
  readonly answerNewPassword: (newPassword: string, attributes: Record<string, string>) => Promise<void>;
  readonly restart: () => void;
  readonly timeOut: () => void;
  /** Asks the server where the sign-in of this browser stands. */
  readonly resume: () => Promise<void>;
}

/** The code that proves a password: most of the sign-in's weight, and not needed to show the form. */
export const loadProof = () => import('../../api/password-sign-in.ts');

/** The machine of the sign-in, with its calls. `isResuming`: the page was opened in the middle of a sign-in. */
export function useSignIn(isResuming: boolean): readonly [SignInState, SignInActions] {
  const [state, dispatch] = useReducer(reduceSignIn, isResuming, initialState);
  const [actions] = useState(() => makeActions(dispatch));
  useResume(isResuming, actions.resume);
  return [state, actions];
}

function useResume(isResuming: boolean, resume: () => Promise<void>): void {
  const [wasResuming] = useState(isResuming);
  useEffect(() => {
    if (wasResuming) void resume();
  }, [wasResuming, resume]);
}

function makeActions(dispatch: (event: SignInEvent) => void): SignInActions {
  const refuse = (problem: SignInProblem): void => dispatch({ type: 'refused', problem, nowMs: Date.now() });
  const answer = async (given: Parameters<typeof giveAnswer>[0]): Promise<void> => {
    dispatch({ type: 'answered' });
    const result = await giveAnswer(given);
    if (result.ok) dispatch({ type: 'arrived', step: result.value, nowMs: Date.now() });
    else refuse({ kind: 'refused', error: result.error });
  };
  return {
    submit: async (username, password) => {
      dispatch({ type: 'submitted', username });
      const result = await signIn(username, password);
      if (result.ok) dispatch({ type: 'arrived', step: result.value, nowMs: Date.now() });
      else refuse(result.error);
    },
    answerCode: (code) => answer({ challenge: 'SOFTWARE_TOKEN_MFA', answerId: crypto.randomUUID(), code }),
    answerNewPassword: (newPassword, attributes) =>
      answer({
        challenge: 'NEW_PASSWORD_REQUIRED',
        answerId: crypto.randomUUID(),
        newPassword,
        ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
      }),
    restart: () => {
      dispatch({ type: 'restarted' });
      // The server forgets the attempt by itself if this call is lost.
      void cancelSignIn();
    },
    timeOut: () => dispatch({ type: 'timed_out' }),
    resume: async () => {
      dispatch({ type: 'reloading' });
      const result = await getSignIn();
      if (result.ok) dispatch({ type: 'arrived', step: result.value, nowMs: Date.now() });
      else refuse({ kind: 'refused', error: result.error });
    },
  };
}

async function signIn(username: string, password: string): Promise<Result<SignInStep, SignInProblem>> {
  const proof = await fetchedProof();
  return proof === undefined
    ? err({ kind: 'refused', error: localError('offline') })
    : await proof.signInWithPassword(username, password);
}

/** By the HTML standard a module that does not arrive is a TypeError. */
async function fetchedProof(): Promise<Awaited<ReturnType<typeof loadProof>> | undefined> {
  try {
    return await loadProof();
  } catch (cause) {
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}
