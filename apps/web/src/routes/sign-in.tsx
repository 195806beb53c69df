import type { SignInMethods } from '@coffer/contracts';
import { SignIn } from '../features/sign-in/index.ts';

interface SignInRouteProps {
  readonly isWelcomeOpen: boolean;
  readonly offers: SignInMethods;
  readonly onSignedIn: () => Promise<boolean>;
}

/** `/sign-in` and `/sign-in/challenge` */
export function SignInRoute(props: SignInRouteProps) {
  return <SignIn {...props} />;
}
