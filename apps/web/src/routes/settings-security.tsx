import type { SignedIn } from '../api/session.ts';
import { Security } from '../features/security/index.ts';

interface SecurityRouteProps {
  readonly session: SignedIn;
}

/** `/settings/security` */
export function SecurityRoute({ session }: SecurityRouteProps) {
  return <Security person={session.person} />;
}
