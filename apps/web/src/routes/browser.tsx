import {
  isAtLeast,
  isNodeId,
  isSpaceId,
  LIMITS,
  type NodeId,
  type NodeView,
  type Person,
  type Space,
  type SpaceId,
} from '@coffer/contracts';
import type { ReactNode } from 'react';
import { apiErrorOf } from '../api/calls/error.ts';
import { nodeQuery } from '../api/nodes.ts';
import type { SignedIn } from '../api/session/session.ts';
import { spaceQuery } from '../api/spaces.ts';
import { rightsOf, SpaceRightsProvider } from '../api/spaces/space-rights.ts';
import { useQuery, useQueryCache } from '../api/calls/use-query.ts';
import { Browse, FolderFailed, FolderWaiting, useFolderRows } from '../features/browse/index.ts';
import { uploadFiles, uploadDrop } from '../features/transfer/index.ts';
import { navigate } from '../lib/address/navigation.ts';
import { setPreferences } from '../lib/preferences.ts';
import { useSearch } from '../lib/hooks/use-location.ts';
import { useEvery } from '../lib/hooks/use-every.ts';
import { usePreferences } from '../lib/hooks/use-preferences.ts';
import { filterQueryOf, listingOf, listQueryOf } from './folder-address.ts';
import { isEditorOpen, isGone } from './gone.ts';
import { NotFound } from './loading/lazy-not-found.ts';
import { useAccessCheck, useLostSpace } from './lost-space.ts';
import { Redirect } from './redirect.tsx';
import { closeOverList, openOverList, stepOverList } from './preview-history.ts';
import { useImports } from './transfer/use-imports.tsx';
import { fetchedLater } from '../ui/loading/fetched-later.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const fetchDownloads = fetchedLater(() => import('../features/download/index.ts'));

async function downloadNodes(nodes: readonly NodeView[], title: string): Promise<void> {
  await (await fetchDownloads()).downloadAsZip(nodes, title);
}

const goHome = (): void => navigate('/');
const goTo = ({ id }: Space): void => navigate(`/s/${id}`);

const ViewedFile = lazy(async () => ({ default: (await import('./viewed-file.tsx')).ViewedFile }));
const SpacePlace = lazy(async () => ({ default: (await import('./space-place.tsx')).SpacePlace }));
const DetailsPlace = lazy(async () => ({ default: (await import('./details-place.tsx')).DetailsPlace }));

interface BrowserRouteProps {
  readonly session: SignedIn;
  readonly space: string;
  readonly node: string | undefined;
  readonly view: string | undefined;
}

/** Routes `/s/:space` and `/s/:space/:node`, and `/s/:space/:node/view` for a file over its list. */
export function BrowserRoute({ session, space, node, view }: BrowserRouteProps) {
  const { personalSpace, person } = session;
  if (!isSpaceId(space) || (node !== undefined && !isNodeId(node))) return <NotFound />;
  if (view !== undefined && view !== 'view') return <NotFound />;
  const address = { nodeId: node, isViewed: view !== undefined };
  if (space !== personalSpace.id) return <OtherSpace spaceId={space} person={person} {...address} />;
  const base = `/s/${space}`;
  const { rootId } = personalSpace;
  const place = { spaceId: space, rootId, rootName: undefined, personId: person.id, base, rootHref: base };
  return <FolderOfNode place={place} {...address} />;
}

interface AddressProps {
  readonly nodeId: NodeId | undefined;
  readonly isViewed: boolean;
}

interface OtherSpaceProps extends AddressProps {
  readonly spaceId: SpaceId;
  readonly person: Person;
}

function OtherSpace({ spaceId, person, ...address }: OtherSpaceProps) {
  const { data: space, failure, refetch } = useQuery(spaceQuery(spaceId));
  useEvery(LIMITS.pageCheckEveryMs, refetch);
  useLostSpace(space, failure);
  if (space !== undefined) {
    const base = `/s/${spaceId}`;
    const { rootId, name: rootName } = space;
    const team = { space, person };
    const place = { spaceId, rootId, rootName, personId: person.id, team, base, rootHref: base };
    return (
      <RightsAt space={space} nodeId={address.nodeId}>
        <FolderOfNode key={spaceId} place={place} {...address} />
      </RightsAt>
    );
  }
  if (failure === undefined) return <FolderWaiting />;
  const error = apiErrorOf(failure.cause);
  if (error.code === 'space_not_found') return <NotFound />;
  return <FolderFailed error={error} onRetry={() => void refetch()} />;
}

interface RightsAtProps {
  readonly space: Space;
  readonly nodeId: NodeId | undefined;
  readonly children: ReactNode;
}

/** Provides the rights at a node, because the role on a folder may be higher than that in its space. */
function RightsAt({ space, nodeId = space.rootId, children }: RightsAtProps) {
  const isEnabled = nodeId !== space.rootId && !isAtLeast(space.role, 'manager');
  const { data } = useQuery(nodeQuery(nodeId), { isEnabled });
  return <SpaceRightsProvider value={rightsOf(data?.role ?? space.role)}>{children}</SpaceRightsProvider>;
}

export interface Place {
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
  /** Undefined for the personal space, whose root name is translated. */
  readonly rootName: string | undefined;
  readonly personId: string;
  /** Prefix of all URLs of this place. */
  readonly base: string;
  readonly rootHref: string;
  readonly top?: { readonly name: string; readonly href: string };
  /** Undefined for the personal space and for shared items. */
  readonly team?: { readonly space: Space; readonly person: Person };
}

interface FolderOfNodeProps extends AddressProps {
  readonly place: Place;
}

/** A file opened from its list is already cached, so the list stays mounted below it. */
function FolderOfNode({ place, nodeId = place.rootId, isViewed }: FolderOfNodeProps) {
  const file = useQuery(nodeQuery(nodeId), { isEnabled: isViewed });
  if (isViewed && isGone(file.failure)) return <NotFound />;
  if (isViewed && file.data === undefined) {
    if (file.failure === undefined) return <FolderWaiting />;
    return <FolderFailed isFile error={apiErrorOf(file.failure.cause)} onRetry={() => void file.refetch()} />;
  }
  // The file was moved to another space while it was open. An open editor is opened there again.
  const spaceId = file.data?.spaceId;
  if (isViewed && spaceId !== undefined && spaceId !== place.spaceId) {
    const hash = isEditorOpen() ? '#edit' : '';
    return <Redirect to={`/s/${spaceId}/${nodeId}/view${hash}`} />;
  }
  const folderId = isViewed ? (file.data?.parentId ?? place.rootId) : nodeId;
  return <Folder place={place} folderId={folderId} viewedId={isViewed ? nodeId : undefined} />;
}

export interface FolderProps {
  readonly place: Place;
  readonly folderId: NodeId;
  readonly viewedId: NodeId | undefined;
}

/** The page of a folder. An open file stays open when it is moved to another folder. */
export function Folder({ place, folderId, viewedId }: FolderProps) {
  const { spaceId, rootId, rootName, personId, base, rootHref, team } = place;
  const cache = useQueryCache();
  const search = new URLSearchParams(useSearch());
  const listing = listingOf(search, usePreferences());
  const rows = useFolderRows(folderId, listing);
  const imports = useImports({ personId, spaceId, folderId });
  useAccessCheck(spaceId, rows.error?.code);
  const selectId = search.get('select');
  const withQuery = (path: string, query = listQueryOf(search)): string =>
    query === '' ? path : `${path}?${query}`;
  const hrefOf = (nodeId: NodeId): string => (nodeId === rootId ? rootHref : `${base}/${nodeId}`);
  const viewHrefOf = (nodeId: NodeId): string => withQuery(`${base}/${nodeId}/view`);
  const hold = (node: NodeView): string => {
    cache.setQueryData(nodeQuery(node.id).queryKey, node);
    return viewHrefOf(node.id);
  };
  return (
    <>
      <Browse
        key={folderId}
        spaceId={spaceId}
        folderId={folderId}
        isRoot={folderId === rootId}
        rootName={rootName}
        top={place.top}
        tools={
          team?.space.kind === 'team' && (
            <Suspense fallback={null}>
              <SpacePlace {...team} onGone={goHome} onRestored={goTo} />
            </Suspense>
          )
        }
        renderDetails={(slot) => (
          <DetailsPlace {...slot} rootId={rootId} rootName={rootName} hrefOf={hrefOf} />
        )}
        rows={rows}
        listing={listing}
        viewedId={viewedId}
        selectId={isNodeId(selectId) ? selectId : undefined}
        onSelected={() => navigate(withQuery(hrefOf(folderId)), { isReplacing: true })}
        onSort={({ sort, order }) => {
          setPreferences({ sorting: { column: sort, order } });
          navigate(withQuery(hrefOf(folderId), filterQueryOf(search)), { isReplacing: true });
        }}
        onFilter={(filter) => {
          if (filter === undefined) search.delete('filter');
          else search.set('filter', filter);
          navigate(withQuery(hrefOf(folderId)), { isReplacing: true });
        }}
        onSearch={(q) => navigate(`/search?${new URLSearchParams({ q }).toString()}`)}
        hrefOf={hrefOf}
        viewHrefOf={viewHrefOf}
        onOpen={(node) => (node.kind === 'folder' ? navigate(hrefOf(node.id)) : openOverList(hold(node)))}
        onEdit={(node) => openOverList(`${hold(node)}#edit`)}
        onNamed={(node) => openOverList(`${hold(node)}#new`)}
        onGo={(nodeId) => navigate(hrefOf(nodeId))}
        onDropped={(data, into = folderId) => void uploadDrop({ personId, folderId: into }, data)}
        onDownloadAsZip={(nodes, title) => void downloadNodes(nodes, title)}
        onImport={imports.open}
        onChosen={(files, handles) => void uploadFiles({ personId, folderId }, files, handles)}
      />
      {imports.dialog}
      {viewedId !== undefined && (
        <Suspense fallback={null}>
          <ViewedFile
            nodeId={viewedId}
            rows={rows}
            listing={listing}
            onShow={(node) => stepOverList(hold(node))}
            onClose={() => closeOverList(withQuery(hrefOf(folderId)))}
          />
        </Suspense>
      )}
    </>
  );
}
