import { isSpaceId } from '@coffer/contracts';
import type { SignedIn } from '../api/session/session.ts';
import { spacesQuery } from '../api/spaces.ts';
import { useQuery } from '../api/calls/use-query.ts';
import { NoWebhooks, WebhooksPage } from '../features/webhooks/index.ts';
import { NotFound } from './status/not-found.tsx';

interface WebhooksRouteProps {
  readonly session: SignedIn;
  /** Undefined for webhooks of all spaces. */
  readonly space: string | undefined;
}

/** Routes `/webhooks/:space` and `/admin/webhooks`. */
export function WebhooksRoute({ session: { person }, space }: WebhooksRouteProps) {
  const { data } = useQuery(spacesQuery());
  if (space === undefined) {
    return person.role === 'administrator' ? <WebhooksPage spaceId={null} /> : <NoWebhooks />;
  }
  if (!isSpaceId(space)) return <NotFound />;
  if (data === undefined) return null;
  const found = data.items.find(({ id }) => id === space);
  if (found === undefined) return <NotFound />;
  if (found.role !== 'manager' && found.role !== 'owner') return <NoWebhooks spaceId={space} />;
  return <WebhooksPage key={space} spaceId={space} name={found.kind === 'personal' ? '' : found.name} />;
}
