import { isSpaceId } from '@coffer/contracts';
import type { SignedIn } from '../api/session/session.ts';
import { spacesQuery } from '../api/spaces.ts';
import { useQuery } from '../api/calls/use-query.ts';
import { ActivityPage } from '../features/activity/index.ts';
import { NotFound } from './status/not-found.tsx';

interface ActivityRouteProps {
  readonly session: SignedIn;
  /** Undefined for all spaces. */
  readonly space: string | undefined;
}

export function ActivityRoute({ session, space }: ActivityRouteProps) {
  const { person, personalSpace } = session;
  const { data } = useQuery(spacesQuery());
  const others = data?.items.filter(({ id }) => id !== personalSpace.id) ?? [];
  const isKnown = space === undefined || space === personalSpace.id || others.some(({ id }) => id === space);
  if (data !== undefined && !isKnown) return <NotFound />;
  return (
    <ActivityPage
      key={space ?? ''}
      spaceId={isSpaceId(space) ? space : undefined}
      spaces={[{ id: personalSpace.id, name: undefined }, ...others.map(({ id, name }) => ({ id, name }))]}
      personName={person.name === '' ? person.username : person.name}
    />
  );
}
