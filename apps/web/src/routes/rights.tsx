import { isNodeId, isUuid, matchPage, type NodeId } from '@coffer/contracts';
import { useState } from 'react';
import type { SignedIn } from '../api/session/session.ts';
import { askForViewedThumbnails } from '../api/sharing/viewings.ts';
import { ThumbnailStore } from '../api/thumbnails/thumbnail-store.ts';
import { AccessPage } from '../features/access/index.ts';
import { AccessRequests, NodeMark, ThumbnailSource } from '../features/browse/index.ts';
import { SeeAsPage } from '../features/see-as/index.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';
import { NotFound } from './status/not-found.tsx';

const WebhooksRoute = lazy(async () => ({ default: (await import('./webhooks.tsx')).WebhooksRoute }));

interface RightsRouteProps {
  readonly session: SignedIn;
  readonly path: string;
}

/** Routes `/nodes/:node/access`, `/see-as/:viewing/:node?` and `/webhooks/:space`. */
export function RightsRoute({ session, path }: RightsRouteProps) {
  const node = matchPage('/nodes/:node/access', path)?.['node'];
  if (isNodeId(node)) {
    return (
      <AccessPage
        key={node}
        nodeId={node}
        personId={session.person.id}
        renderMark={(each) => <NodeMark node={each} />}
        renderRequests={(each, mayShare) => (
          <Suspense fallback={null}>
            <AccessRequests node={each} mayShare={mayShare} />
          </Suspense>
        )}
      />
    );
  }
  const place = matchPage('/webhooks/:space', path);
  if (place !== undefined) return <WebhooksRoute session={session} space={place['space']} />;
  const seen = matchPage('/see-as/:viewing/:node?', path);
  const viewing = seen?.['viewing'];
  const folder = seen?.['node'];
  if (!isUuid(viewing) || (folder !== undefined && !isNodeId(folder))) return <NotFound />;
  return <SeenAs key={viewing} viewingId={viewing} nodeId={folder} />;
}

interface SeenAsProps {
  readonly viewingId: string;
  readonly nodeId: NodeId | undefined;
}

/** Thumbnails are also requested with the rights of the other person or link. */
function SeenAs({ viewingId, nodeId }: SeenAsProps) {
  const [thumbnails] = useState(
    () => new ThumbnailStore({ ask: async (files) => await askForViewedThumbnails(viewingId, files) }),
  );
  return (
    <ThumbnailSource value={thumbnails}>
      <SeeAsPage viewingId={viewingId} nodeId={nodeId} renderMark={(each) => <NodeMark node={each} />} />
    </ThumbnailSource>
  );
}
