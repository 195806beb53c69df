import { isNodeId, type NodeId } from '@coffer/contracts';
import type { MomentsList } from '../../api/stars/stars.ts';
import { Moments, useMomentPages } from '../../features/search/moments/index.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { openOverList } from '../preview-history.ts';
import { renderMark } from './marks.tsx';
import { ViewedHit } from './viewed-hit.tsx';

/** Routes `/recent` and `/starred`, with `view` for a file over the list. Pass the list as `key`. */
export function MomentsRoute({ list }: { readonly list: MomentsList }) {
  const pages = useMomentPages(list);
  const viewedId = new URLSearchParams(useSearch()).get('view');
  const addressOf = (nodeId: NodeId | undefined): string =>
    nodeId === undefined ? `/${list}` : `/${list}?${new URLSearchParams({ view: nodeId }).toString()}`;
  return (
    <>
      <Moments
        list={list}
        pages={pages}
        renderMark={renderMark}
        onView={(hit) => openOverList(addressOf(hit.node.id))}
      />
      {isNodeId(viewedId) && (
        <ViewedHit nodes={pages.items.map(({ node }) => node)} viewedId={viewedId} addressOf={addressOf} />
      )}
    </>
  );
}
