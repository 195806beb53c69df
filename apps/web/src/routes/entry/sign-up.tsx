import { matchPage, type SignInMethods } from '@coffer/contracts';
import { ConfirmReset, ConfirmSignUp, Reset, SignUp } from '../../features/sign-in/accounts/index.ts';
import { Redirect } from '../redirect.tsx';

interface AccountRouteProps {
  readonly path: string;
  readonly offers: SignInMethods;
}

export function AccountRoute({ path, offers }: AccountRouteProps) {
  if (offers.signUp && matchPage('/sign-up', path) !== undefined) return <SignUp />;
  if (offers.signUp && matchPage('/sign-up/confirm', path) !== undefined) return <ConfirmSignUp />;
  if (offers.reset && matchPage('/reset', path) !== undefined) return <Reset />;
  if (offers.reset && matchPage('/reset/confirm', path) !== undefined) return <ConfirmReset />;
  return <Redirect to="/sign-in" />;
}
