import { isNodeId, isUuid, matchPage } from '@coffer/contracts';
import type { SignedIn } from '../api/session/session.ts';
import { AccessPage } from '../features/access/index.ts';
import { NodeMark } from '../features/browse/index.ts';
import { SeeAsPage } from '../features/see-as/index.ts';
import { NotFound } from './status/not-found.tsx';

interface RightsRouteProps {
  readonly session: SignedIn;
  readonly path: string;
}

/** `/nodes/:node/access` and `/see-as/:viewing/:node?` */
export function RightsRoute({ session, path }: RightsRouteProps) {
  const node = matchPage('/nodes/:node/access', path)?.['node'];
  if (isNodeId(node)) {
    return (
      <AccessPage
        key={node}
        nodeId={node}
        personId={session.person.id}
        renderMark={(each) => <NodeMark node={each} />}
      />
    );
  }
  const seen = matchPage('/see-as/:viewing/:node?', path);
  const viewing = seen?.['viewing'];
  const folder = seen?.['node'];
  if (!isUuid(viewing) || (folder !== undefined && !isNodeId(folder))) return <NotFound />;
  return (
    <SeeAsPage
      key={viewing}
      viewingId={viewing}
      nodeId={folder}
      renderMark={(each) => <NodeMark node={each} />}
    />
  );
}
