import type { SignInState } from '../machine.ts';
import type { SignInActions } from '../use-sign-in.ts';
import { CodeStep } from './code-step.tsx';
import { Expired, LoadFailed, UnknownStep } from './dead-ends.tsx';
import { NewPasswordStep } from './new-password-step.tsx';

interface LaterStepProps {
  readonly state: Exclude<SignInState, { at: 'form' | 'loading' | 'signed_in' }>;
  readonly actions: SignInActions;
}

/** Whatever comes after name and password. */
export function LaterStep({ state, actions }: LaterStepProps) {
  switch (state.at) {
    case 'load_failed':
      return <LoadFailed error={state.error} onRetry={actions.resume} onRestart={actions.restart} />;
    case 'code':
      return <CodeStep state={state} actions={actions} />;
    case 'new_password':
      return <NewPasswordStep state={state} actions={actions} />;
    case 'unknown':
      return <UnknownStep state={state} actions={actions} />;
    case 'expired':
      return <Expired onRestart={actions.restart} />;
  }
}
