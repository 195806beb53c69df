import type { SignInMethods } from '@coffer/contracts';
import { useEffect, useRef } from 'react';
import { lastArrival } from '../../../lib/address/navigation.ts';
import type { ChallengeState, SignInState } from '../machine.ts';
import type { SignInActions } from '../use-sign-in.ts';
import { CodeStep } from './code-step.tsx';
import { Expired, LoadFailed, UnknownStep } from './dead-ends.tsx';
import { ChooseFactorStep, SetUpFactorStep } from './factor-step.tsx';
import { FirstFactorStep } from './first-factor-step.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import { QuestionStep } from './question-step.tsx';
import { lazy } from '../../../ui/loading/lazy.tsx';

/** Lazy, because few sign-ins need the QR code. */
const AuthenticatorStep = lazy(async () => ({
  default: (await import('./authenticator-step.tsx')).AuthenticatorStep,
}));

interface LaterStepProps {
  readonly state: Exclude<SignInState, { at: 'form' | 'loading' | 'signed_in' }>;
  readonly actions: SignInActions;
  readonly offers: SignInMethods;
  readonly returnTo: string;
}

export function LaterStep({ state, actions, offers, returnTo }: LaterStepProps) {
  useFocusKept(state.at === 'challenge' ? state.step.step : state.at);
  switch (state.at) {
    case 'load_failed':
      return <LoadFailed error={state.error} onRetry={actions.resume} onRestart={actions.restart} />;
    case 'challenge':
      return <ChallengeForm key={state.step.step} state={state} actions={actions} offers={offers} />;
    case 'unknown':
      return <UnknownStep state={state} actions={actions} returnTo={returnTo} />;
    case 'expired':
      return <Expired onRestart={actions.restart} />;
  }
}

/** Focuses the heading if the focused element of the previous step was removed. */
function useFocusKept(face: string): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const isLoaded = shown.current === undefined && lastArrival() === 'load';
    const isNew = shown.current !== face;
    shown.current = face;
    if (isLoaded || !isNew || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [face]);
}

interface ChallengeFormProps {
  readonly state: ChallengeState;
  readonly actions: SignInActions;
  readonly offers: SignInMethods;
}

function ChallengeForm({ state, actions, offers }: ChallengeFormProps) {
  const { step } = state;
  const onAnotherWay =
    offers.choice && isFirstFactor(state) ? () => void actions.chooseAgain(state.username) : undefined;
  const props = { actions, onAnotherWay };
  switch (step.step) {
    case 'SMS_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
    case 'SOFTWARE_TOKEN_MFA':
      return <CodeStep {...props} state={{ ...state, step }} />;
    case 'NEW_PASSWORD_REQUIRED':
      return <NewPasswordStep {...props} state={{ ...state, step }} />;
    case 'SELECT_MFA_TYPE':
      return <ChooseFactorStep {...props} state={{ ...state, step }} />;
    case 'MFA_SETUP':
      return <SetUpFactorStep {...props} state={{ ...state, step }} />;
    case 'MFA_SETUP_AUTHENTICATOR':
      return <AuthenticatorStep {...props} state={{ ...state, step }} />;
    case 'CUSTOM_CHALLENGE':
      return <QuestionStep {...props} state={{ ...state, step }} />;
    case 'SELECT_CHALLENGE':
      return <FirstFactorStep {...props} state={{ ...state, step }} />;
    case 'WEB_AUTHN':
      return <PasskeyStep {...props} state={{ ...state, step }} />;
  }
}

/** Whether the step is a first factor, so that choosing another one loses no progress. */
function isFirstFactor({ step }: ChallengeState): boolean {
  if (step.step === 'EMAIL_OTP' || step.step === 'SMS_OTP') return step.canResend;
  return step.step === 'WEB_AUTHN' || step.step === 'CUSTOM_CHALLENGE';
}
