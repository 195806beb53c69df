import { SignedOut } from '../features/sign-in/index.ts';

/** `/signed-out` */
export function SignedOutRoute() {
  return <SignedOut />;
}
