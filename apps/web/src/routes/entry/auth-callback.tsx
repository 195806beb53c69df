import { Callback } from '../../features/sign-in/callback/index.ts';

interface CallbackRouteProps {
  readonly isSignedIn: boolean;
  readonly onSignedIn: () => Promise<boolean>;
}

export function CallbackRoute(props: CallbackRouteProps) {
  return <Callback {...props} />;
}
