import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { nodeKeys, nodeQuery, pathQuery } from '../../api/nodes.ts';
import { invalidate } from '../../api/calls/query-cache.ts';
import { spacesQuery } from '../../api/spaces.ts';
import { rightsOf, SpaceRightsProvider } from '../../api/spaces/space-rights.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { FolderFailed, FolderWaiting } from '../../features/browse/index.ts';
import { NoLongerShared, SharedHead } from '../../features/sharing/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { Folder } from '../browser.tsx';
import { isEditorOpen, isGone } from '../gone.ts';
import { Redirect } from '../redirect.tsx';
import { useText } from '../texts.ts';

interface SharedNodeProps {
  readonly personId: string;
  readonly nodeId: NodeId;
  readonly isViewed: boolean;
}

export function SharedNode({ personId, nodeId, isViewed }: SharedNodeProps) {
  const { data: node, failure, refetch } = useQuery(nodeQuery(nodeId));
  if (isGone(failure)) return <NoLongerShared name={node?.name} />;
  if (node === undefined) return <Unread failure={failure} onRetry={refetch} />;
  if (node.kind === 'folder') {
    if (isViewed) return <Redirect to={`/shared/${nodeId}`} />;
    return <SharedFolder personId={personId} folderId={nodeId} viewedId={undefined} />;
  }
  // A file shared without its folder opens over the list of shared items.
  if (node.parentId === null) return <Redirect to={`/shared?view=${nodeId}${hashOfFile()}`} />;
  if (!isViewed) return <Redirect to={`/shared/${nodeId}/view${location.hash}`} />;
  return <SharedFolder personId={personId} folderId={node.parentId} viewedId={nodeId} />;
}

interface SharedFolderProps {
  readonly personId: string;
  readonly folderId: NodeId;
  readonly viewedId: NodeId | undefined;
}

/**
 * The topmost folder that the person can see is the root. An open file stays open when it is moved to another folder.
 */
function SharedFolder({ personId, folderId, viewedId }: SharedFolderProps) {
  const text = useText();
  const cache = useQueryCache();
  const folder = useQuery(nodeQuery(folderId));
  const path = useQuery(pathQuery(folderId));
  const spaces = useQuery(spacesQuery());
  // Changes in spaces of other people raise no events here, so this polls.
  useEvery(LIMITS.pageCheckEveryMs, async () => {
    await folder.refetch();
    await invalidate(cache, [...nodeKeys.lists, folderId]);
  });
  const root = path.data?.items[0];
  const shown = useLastRead(folder.data && root && { folder: folder.data, root }, viewedId);
  const failure = folder.failure ?? path.failure;
  if (isGone(failure)) return <NoLongerShared name={folder.data?.name} />;
  if (shown === undefined) {
    return (
      <Unread failure={failure} onRetry={async () => await Promise.all([folder.refetch(), path.refetch()])} />
    );
  }
  const home = spaces.data?.items.find(({ rootId }) => rootId === shown.root.id);
  if (home !== undefined) return <Redirect to={addressIn(home.id, shown.folder, viewedId)} />;
  const place = {
    spaceId: shown.folder.spaceId,
    rootId: shown.root.id,
    rootName: shown.root.name,
    personId,
    base: '/shared',
    rootHref: `/shared/${shown.root.id}`,
    top: { name: text('routes.shared'), href: '/shared' },
  };
  return (
    <SpaceRightsProvider value={rightsOf(shown.folder.role ?? 'viewer')}>
      <SharedHead root={shown.root} onLeft={() => navigate('/shared')} />
      <Folder place={place} folderId={shown.folder.id} viewedId={viewedId} />
    </SpaceRightsProvider>
  );
}

interface ReadFolder {
  readonly folder: NodeView;
  readonly root: { readonly id: NodeId; readonly name: string };
}

/** While the folder to which an open file was moved is being read, returns the folder before. */
function useLastRead(read: ReadFolder | undefined, viewedId: NodeId | undefined): ReadFolder | undefined {
  const [last, setLast] = useState({ read, viewedId });
  if (read === undefined) return viewedId === undefined || viewedId !== last.viewedId ? undefined : last.read;
  const isSame = read.folder === last.read?.folder && read.root === last.read.root;
  if (!isSame || viewedId !== last.viewedId) setLast({ read, viewedId });
  return read;
}

interface UnreadProps {
  readonly failure: { readonly cause: unknown } | undefined;
  readonly onRetry: () => Promise<unknown>;
}

function Unread({ failure, onRetry }: UnreadProps) {
  if (failure === undefined) return <FolderWaiting />;
  return <FolderFailed error={apiErrorOf(failure.cause)} onRetry={() => void onRetry()} />;
}

/** The URL inside the space, which its members use instead. */
function addressIn(spaceId: string, folder: NodeView, viewedId: NodeId | undefined): string {
  const place = viewedId === undefined ? folder.id : `${viewedId}/view`;
  return `/s/${spaceId}/${place}${hashOfFile()}`;
}

/** An open editor is opened again at the other URL. Other hashes may lead to the comments. */
function hashOfFile(): string {
  return isEditorOpen() ? '#edit' : location.hash;
}
