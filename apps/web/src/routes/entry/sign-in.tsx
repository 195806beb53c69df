import type { SignInMethods } from '@coffer/contracts';
import { SignIn } from '../../features/sign-in/index.ts';

interface SignInRouteProps {
  readonly isNotSetUp: boolean;
  readonly offers: SignInMethods;
  readonly endedFor: string | undefined;
  readonly onSignedIn: () => Promise<boolean>;
}

export function SignInRoute(props: SignInRouteProps) {
  return <SignIn {...props} />;
}
