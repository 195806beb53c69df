import { isNodeId, type NodeView } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { useQuery } from '../api/calls/use-query.ts';
import { contentQuery, renewContent } from '../api/nodes.ts';
import type { SignedIn } from '../api/session/session.ts';
import { spacesQuery } from '../api/spaces.ts';
import { NodeMark } from '../features/browse/index.ts';
import { PastFolder } from '../features/past/index.ts';
import { LookOnlyPreview } from './loading/look-only-preview.tsx';
import { NotFound } from './status/not-found.tsx';

const CALLS = {
  // Fetches the version of that time instead of the current one.
  query: ({ id, versionId }: Pick<NodeView, 'id' | 'versionId'>) => ({
    ...contentQuery({ id, versionId }),
    queryFn: async () => {
      if (versionId === null) throw new Error('a previewed file has no version');
      return await renewContent(id, versionId);
    },
  }),
  renew: renewContent,
  freshMs: 4 * MINUTE_MS,
} as const;

interface PastRouteProps {
  readonly session: SignedIn;
  readonly node: string | undefined;
}

/** Route `/nodes/:node/past?at=`: a folder as it was at a moment. */
export function PastRoute({ session, node }: PastRouteProps) {
  const { personalSpace } = session;
  const { data } = useQuery(spacesQuery());
  if (!isNodeId(node)) return <NotFound />;
  const spaces = [
    { id: personalSpace.id, name: undefined },
    ...(data?.items ?? []).filter(({ id }) => id !== personalSpace.id),
  ];
  return (
    <PastFolder
      key={node}
      nodeId={node}
      spaces={spaces}
      renderMark={(each) => <NodeMark node={each} />}
      renderPreview={(viewing) => <LookOnlyPreview viewing={viewing} calls={CALLS} />}
    />
  );
}
