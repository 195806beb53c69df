import type { Person } from '@coffer/contracts';
import type { ApiError } from '../../api/calls/error.ts';
import { OneTimeLinkPage } from '../../features/sign-in/one-time-link/index.ts';

interface OneTimeLinkRouteProps {
  readonly kind: 'join' | 'reset';
  readonly person: Person | undefined;
  readonly onOtherLeaves: () => Promise<ApiError | undefined>;
  readonly onSignedIn: () => Promise<boolean>;
}

/** Routes `/join#<code>` and `/new-password#<code>`. */
export function OneTimeLinkRoute(props: OneTimeLinkRouteProps) {
  return <OneTimeLinkPage {...props} />;
}
