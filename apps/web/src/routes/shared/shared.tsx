import { isNodeId, LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { nodeQuery } from '../../api/nodes.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { spacesQuery } from '../../api/spaces.ts';
import { rightsOf, SpaceRightsProvider } from '../../api/spaces/space-rights.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { NodeDialog } from '../../features/browse/index.ts';
import {
  isLinksAddress,
  NoLongerShared,
  parseShared,
  type SharedAddress,
  sharedAddress,
  type SharedItem,
  SharedItems,
  SharedTabs,
  useSharedPages,
  useSharedTitle,
} from '../../features/sharing/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { isGone } from '../gone.ts';
import { NotFound } from '../loading/lazy-not-found.ts';
import { openOverList } from '../preview-history.ts';
import { renderMark } from '../search/marks.tsx';
import { ViewedHit } from '../search/viewed-hit.tsx';
import { SharedNode } from './shared-node.tsx';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const OwnLinks = lazy(async () => ({
  default: (await import('../../features/link-lists/index.ts')).OwnLinks,
}));

interface SharedRouteProps {
  readonly session: SignedIn;
  readonly node: string | undefined;
  readonly view: string | undefined;
}

/** Routes `/shared`, `/shared/:node` for a folder, and `/shared/:node/view` for a file over its list. */
export function SharedRoute({ session, node, view }: SharedRouteProps) {
  const search = useSearch();
  const address = parseShared(search);
  if (node === undefined && isLinksAddress(search)) return <SharedLinks address={address} />;
  if (node === undefined) {
    return <SharedPage key={`${address.list} ${address.sorting.sort}`} session={session} address={address} />;
  }
  if (!isNodeId(node) || (view !== undefined && view !== 'view')) return <NotFound />;
  return <SharedNode personId={session.person.id} nodeId={node} isViewed={view !== undefined} />;
}

/** The third list: what the person has shared by links. */
function SharedLinks({ address }: { readonly address: SharedAddress }) {
  return (
    <Suspense fallback={null}>
      <OwnLinks title={useSharedTitle()} tabs={<SharedTabs current="links" sorting={address.sorting} />} />
    </Suspense>
  );
}

interface SharedPageProps {
  readonly session: SignedIn;
  readonly address: SharedAddress;
}

function SharedPage({ session, address }: SharedPageProps) {
  const pages = useSharedPages(address);
  const spaces = useQuery(spacesQuery());
  const [dialogNode, setDialogNode] = useState<NodeView>();
  useEvery(LIMITS.pageCheckEveryMs, pages.refetch);
  const known = [session.personalSpace, ...(spaces.data?.items ?? [])];
  const hrefOf = ({ list, node }: SharedItem): string => {
    const isInSpace = list === 'by-me' && known.some(({ id }) => id === node.spaceId);
    const base = isInSpace ? `/s/${node.spaceId}` : '/shared';
    return `${base}/${node.id}${node.kind === 'file' ? '/view' : ''}`;
  };
  const viewOf = (view: NodeId | undefined): string => sharedAddress({ ...address, view });
  return (
    <>
      <SharedItems
        address={address}
        pages={pages}
        renderMark={renderMark}
        hrefOf={hrefOf}
        onChange={(changed) => navigate(sharedAddress(changed), { isReplacing: true })}
        onOpen={(item) =>
          item.node.kind === 'file' ? openOverList(viewOf(item.node.id)) : navigate(hrefOf(item))
        }
        onShare={setDialogNode}
      />
      {dialogNode !== undefined && (
        <Suspense fallback={null}>
          <NodeDialog name="share" node={dialogNode} onClose={() => setDialogNode(undefined)} />
        </Suspense>
      )}
      {address.view !== undefined && (
        <ViewedItem
          nodes={pages.items.map(({ node }) => node)}
          viewedId={address.view}
          isByMe={address.list === 'by-me'}
          addressOf={viewOf}
        />
      )}
    </>
  );
}

interface ViewedItemProps {
  readonly nodes: readonly NodeView[];
  readonly viewedId: NodeId;
  readonly isByMe: boolean;
  readonly addressOf: (nodeId: NodeId | undefined) => string;
}

/** A file open over the list, even if the list does not contain it. */
function ViewedItem({ nodes, viewedId, isByMe, addressOf }: ViewedItemProps) {
  const { data, failure, refetch } = useQuery(nodeQuery(viewedId));
  useEvery(LIMITS.pageCheckEveryMs, refetch);
  if (isGone(failure)) return <NoLongerShared name={data?.name} />;
  const all = data === undefined || nodes.some(({ id }) => id === viewedId) ? nodes : [...nodes, data];
  return (
    // The rights to rename and move come from the parent folder, which is not shared.
    <SpaceRightsProvider value={rightsOf(isByMe ? (data?.role ?? 'viewer') : 'viewer')}>
      <ViewedHit nodes={all} viewedId={viewedId} addressOf={addressOf} />
    </SpaceRightsProvider>
  );
}
