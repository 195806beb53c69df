import type { Person, SignInAnswer, SignInStep } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { useState } from 'react';
import type { ApiError } from '../../api/calls/error.ts';
import { type SignInProblem, signInWithPassword } from '../../api/session/password-sign-in.ts';
import { getSession } from '../../api/session/session.ts';
import { giveAnswer, resendSignIn } from '../../api/session/sign-in.ts';

export type LaterStep = Exclude<SignInStep, { step: 'none' | 'signed_in' | 'PASSWORD_VERIFIER' }>;

export interface Proof {
  /** Undefined while the password is asked for. */
  readonly step: LaterStep | undefined;
  readonly problem: SignInProblem | undefined;
  readonly isBusy: boolean;
  readonly givePassword: (password: string) => Promise<void>;
  readonly answer: (answer: SignInAnswer) => Promise<void>;
  readonly resend: () => Promise<void>;
}

interface ProofEnds {
  readonly onProved: () => void;
  readonly onOther: () => Promise<void>;
}

interface State {
  readonly step: LaterStep | undefined;
  readonly problem: SignInProblem | undefined;
  readonly isBusy: boolean;
}

const INITIAL: State = { step: undefined, problem: undefined, isBusy: false };

export function useProof(person: Person, { onProved, onOther }: ProofEnds): Proof {
  const [state, setState] = useState(INITIAL);
  const go = async (take: () => Promise<Result<SignInStep, SignInProblem>>): Promise<void> => {
    if (state.isBusy) return;
    setState({ ...state, isBusy: true });
    const taken = await take();
    if (!taken.ok) {
      // An expired challenge restarts with the password.
      const isOver = taken.error.kind === 'refused' && taken.error.error.code === 'challenge_expired';
      setState({ step: isOver ? undefined : state.step, problem: taken.error, isBusy: false });
      return;
    }
    const step = taken.value;
    if (step.step === 'signed_in') {
      if (await isStill(person)) onProved();
      else await onOther();
      return;
    }
    const isLater = step.step !== 'none' && step.step !== 'PASSWORD_VERIFIER';
    setState({ ...INITIAL, step: isLater ? step : undefined });
  };
  return {
    ...state,
    givePassword: (password) => go(() => signInWithPassword(person.username, password)),
    answer: (answer) => go(async () => asProblem(await giveAnswer(answer))),
    resend: () => go(async () => asProblem(await resendSignIn())),
  };
}

/** Another tab may have signed in another person. */
async function isStill(person: Person): Promise<boolean> {
  const session = await getSession();
  return session.ok && session.value.state === 'signed_in' && session.value.person.id === person.id;
}

function asProblem(result: Result<SignInStep, ApiError>): Result<SignInStep, SignInProblem> {
  return result.ok ? ok(result.value) : err({ kind: 'refused', error: result.error });
}
