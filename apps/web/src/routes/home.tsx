import type { NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { SignedIn } from '../api/session/session.ts';
import { LatestActivity } from '../features/activity/index.ts';
import { NodePicture } from '../features/browse/index.ts';
import { Home } from '../features/home/index.ts';
import { hitAddress } from '../features/search/index.ts';
import { renderMark } from './search/marks.tsx';

interface HomeRouteProps {
  readonly session: SignedIn;
}

export function HomeRoute({ session: { person, personalSpace } }: HomeRouteProps) {
  return (
    <Home
      person={person}
      renderPicture={renderPicture}
      renderMark={renderMark}
      addressOf={hitAddress}
      activity={
        <LatestActivity
          personalSpaceId={personalSpace.id}
          personName={person.name === '' ? person.username : person.name}
        />
      }
    />
  );
}

function renderPicture(node: NodeView): ReactNode {
  return <NodePicture node={node} />;
}
