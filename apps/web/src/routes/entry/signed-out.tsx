import { SignedOut } from '../../features/sign-in/index.ts';

export function SignedOutRoute() {
  return <SignedOut />;
}
