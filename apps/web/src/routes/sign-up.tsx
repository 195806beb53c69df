import type { SignInMethods } from '@coffer/contracts';
import { ConfirmReset, ConfirmSignUp, Reset, SignUp } from '../features/sign-in/accounts/index.ts';
import { matchPath } from '../lib/match-path.ts';
import { Redirect } from './redirect.tsx';

interface AccountRouteProps {
  readonly path: string;
  readonly offers: SignInMethods;
}

/** `/sign-up`, `/sign-up/confirm`, `/reset` and `/reset/confirm`, each where the server offers it. */
export function AccountRoute({ path, offers }: AccountRouteProps) {
  if (offers.signUp && matchPath('/sign-up', path) !== undefined) return <SignUp />;
  if (offers.signUp && matchPath('/sign-up/confirm', path) !== undefined) return <ConfirmSignUp />;
  if (offers.reset && matchPath('/reset', path) !== undefined) return <Reset />;
  if (offers.reset && matchPath('/reset/confirm', path) !== undefined) return <ConfirmReset />;
  return <Redirect to="/sign-in" />;
}
