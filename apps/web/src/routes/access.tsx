import { isNodeId } from '@coffer/contracts';
import type { SignedIn } from '../api/session/session.ts';
import { AccessPage } from '../features/access/index.ts';
import { NodeMark } from '../features/browse/index.ts';
import { NotFound } from './not-found.tsx';

interface AccessRouteProps {
  readonly session: SignedIn;
  readonly node: string | undefined;
}

/** `/nodes/:node/access` */
export function AccessRoute({ session, node }: AccessRouteProps) {
  if (!isNodeId(node)) return <NotFound />;
  return (
    <AccessPage
      key={node}
      nodeId={node}
      personId={session.person.id}
      renderMark={(each) => <NodeMark node={each} />}
    />
  );
}
