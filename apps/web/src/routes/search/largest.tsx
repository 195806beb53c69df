import { isNodeId, isSpaceId, type NodeId, type SpaceId } from '@coffer/contracts';
import { spacesQuery } from '../../api/spaces.ts';
import { hrefOfLargest } from '../../api/search/largest.ts';
import { rightsOf, SpaceRightsProvider } from '../../api/spaces/space-rights.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useNodeActions } from '../../features/browse/index.ts';
import { Largest, useLargestPages } from '../../features/search/largest/index.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { openOverList } from '../preview-history.ts';
import { NotFound } from '../status/not-found.tsx';
import { renderMark } from './marks.tsx';
import { ViewedHit } from './viewed-hit.tsx';

interface LargestRouteProps {
  readonly session: SignedIn;
  readonly space: string;
}

/** Route `/largest/<space>`, with `view` for a file over the list. */
export function LargestRoute({ session, space }: LargestRouteProps) {
  const { data } = useQuery(spacesQuery());
  const isOwn = space === session.personalSpace.id;
  const role = isOwn ? 'owner' : data?.items.find(({ id }) => id === space)?.role;
  if (!isSpaceId(space) || (data !== undefined && role === undefined)) return <NotFound />;
  return (
    <SpaceRightsProvider value={rightsOf(role ?? 'viewer')}>
      <Shown key={space} spaceId={space} />
    </SpaceRightsProvider>
  );
}

function Shown({ spaceId }: { readonly spaceId: SpaceId }) {
  const pages = useLargestPages(spaceId);
  const actions = useNodeActions();
  const viewedId = new URLSearchParams(useSearch()).get('view');
  const addressOf = (nodeId: NodeId | undefined): string => {
    const query = nodeId === undefined ? '' : `?${new URLSearchParams({ view: nodeId }).toString()}`;
    return `${hrefOfLargest(spaceId)}${query}`;
  };
  return (
    <>
      <Largest
        spaceId={spaceId}
        pages={pages}
        renderMark={renderMark}
        onView={(hit) => openOverList(addressOf(hit.node.id))}
        onTrash={(node) => void actions.trash([node])}
      />
      {isNodeId(viewedId) && (
        <ViewedHit nodes={pages.items.map(({ node }) => node)} viewedId={viewedId} addressOf={addressOf} />
      )}
    </>
  );
}
