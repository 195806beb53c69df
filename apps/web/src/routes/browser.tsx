import { isNodeId, isSpaceId, type NodeId, type NodeView, type SpaceId } from '@coffer/contracts';
import { lazy, Suspense, useState } from 'react';
import { nodeQuery } from '../api/nodes.ts';
import type { SignedIn } from '../api/session.ts';
import { useQuery, useQueryCache } from '../api/use-query.ts';
import { Browse, useFolderRows } from '../features/browse/index.ts';
import { bringUpChoice, bringUpDrop } from '../features/transfer/index.ts';
import { navigate } from '../lib/navigation.ts';
import { useSearch } from '../lib/use-location.ts';
import { queryOf, sortingOf } from './folder-address.ts';
import { NotFound } from './lazy-pages.ts';

/** What brings things down comes with the first download. */
async function bringDown(nodes: readonly NodeView[], title: string): Promise<void> {
  await (await import('../features/download/index.ts')).bringDown(nodes, title);
}

const ViewedFile = lazy(async () => ({ default: (await import('./viewed-file.tsx')).ViewedFile }));

interface BrowserRouteProps {
  readonly session: SignedIn;
  readonly space: string;
  readonly node: string | undefined;
  readonly view: string | undefined;
}

/** `/s/:space` and `/s/:space/:node`: the entries of a folder. `/s/:space/:node/view`: a file over the list it lies in. */
export function BrowserRoute({ session, space, node, view }: BrowserRouteProps) {
  const { rootId } = session.personalSpace;
  const nodeId = node ?? rootId;
  if (!isSpaceId(space) || !isNodeId(nodeId) || (view !== undefined && view !== 'view')) return <NotFound />;
  return (
    <Located
      place={{ spaceId: space, rootId, personId: session.person.id }}
      nodeId={nodeId}
      isViewed={view !== undefined}
    />
  );
}

interface Place {
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
  /** Who is looking. */
  readonly personId: string;
}

interface LocatedProps {
  readonly place: Place;
  readonly nodeId: NodeId;
  readonly isViewed: boolean;
}

/** Finds the folder of a viewed file first. One that was opened from its list is known already, so the list stays mounted. */
function Located({ place, nodeId, isViewed }: LocatedProps) {
  const file = useQuery(nodeQuery(nodeId), { isEnabled: isViewed });
  if (isViewed && file.failure !== undefined) return <NotFound />;
  if (isViewed && file.data === undefined) return null;
  const folderId = isViewed ? (file.data?.parentId ?? place.rootId) : nodeId;
  return <Folder key={folderId} place={place} folderId={folderId} viewedId={isViewed ? nodeId : undefined} />;
}

interface FolderProps {
  readonly place: Place;
  readonly folderId: NodeId;
  readonly viewedId: NodeId | undefined;
}

function Folder({ place: { spaceId, rootId, personId }, folderId, viewedId }: FolderProps) {
  const cache = useQueryCache();
  const sorting = sortingOf(new URLSearchParams(useSearch()));
  const rows = useFolderRows(folderId, sorting);
  const [index, setIndex] = useState<number>();
  const query = new URLSearchParams(queryOf(sorting)).toString();
  const withQuery = (path: string): string => (query === '' ? path : `${path}?${query}`);
  const hrefOf = (nodeId: NodeId): string =>
    nodeId === rootId ? `/s/${spaceId}` : `/s/${spaceId}/${nodeId}`;
  const viewHrefOf = (nodeId: NodeId): string => withQuery(`/s/${spaceId}/${nodeId}/view`);
  const show = (node: NodeView, at: number, options?: { readonly isReplacing: true }): void => {
    setIndex(at);
    cache.set(nodeQuery(node.id), node);
    navigate(viewHrefOf(node.id), options);
  };
  return (
    <>
      <Browse
        folderId={folderId}
        isRoot={folderId === rootId}
        rows={rows}
        sorting={sorting}
        onSort={(next) =>
          navigate(`${hrefOf(folderId)}?${new URLSearchParams(queryOf(next)).toString()}`, {
            isReplacing: true,
          })
        }
        hrefOf={hrefOf}
        viewHrefOf={viewHrefOf}
        onOpen={(node, at) => (node.kind === 'folder' ? navigate(hrefOf(node.id)) : show(node, at))}
        onGo={(nodeId) => navigate(hrefOf(nodeId))}
        onDropped={(data) => void bringUpDrop({ personId, folderId }, data)}
        onBringDown={(nodes, title) => void bringDown(nodes, title)}
        onChosen={(files, handles) => void bringUpChoice({ personId, folderId }, files, handles)}
      />
      {viewedId !== undefined && (
        <Suspense fallback={null}>
          <ViewedFile
            nodeId={viewedId}
            index={index}
            rows={rows}
            onShow={(node, at) => show(node, at, { isReplacing: true })}
            onClose={() => navigate(withQuery(hrefOf(folderId)))}
          />
        </Suspense>
      )}
    </>
  );
}
