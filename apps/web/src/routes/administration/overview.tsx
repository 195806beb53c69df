import type { SignedIn } from '../../api/session/session.ts';
import { Overview } from '../../features/overview/index.ts';

/** Route `/admin`. */
export function OverviewRoute({ session }: { readonly session: SignedIn }) {
  return <Overview person={session.person} />;
}
