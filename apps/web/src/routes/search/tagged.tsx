import { isNodeId, nameKey, type NodeId } from '@coffer/contracts';
import { useState } from 'react';
import { hrefOfTag } from '../../api/tags/tags.ts';
import { ManageTagsDialog } from '../../features/browse/index.ts';
import { Tagged, useTaggedPages } from '../../features/search/tagged/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';
import { openOverList } from '../preview-history.ts';
import { renderMark } from './marks.tsx';
import { ViewedHit } from './viewed-hit.tsx';

/** Route `/tags/<name>`, with `view` for a file over the list. Pass the tag as `key`. */
export function TaggedRoute({ tag }: { readonly tag: string }) {
  const name = nameIn(tag);
  const pages = useTaggedPages(name);
  const [isManaging, setManaging] = useState(false);
  const [renamed, setRenamed] = useState(name);
  const viewedId = new URLSearchParams(useSearch()).get('view');
  const addressOf = (nodeId: NodeId | undefined): string =>
    nodeId === undefined
      ? hrefOfTag(name)
      : `${hrefOfTag(name)}?${new URLSearchParams({ view: nodeId }).toString()}`;
  const handleRenamed = (before: string, after: string): void =>
    setRenamed((now) => (nameKey(now) === nameKey(before) ? after : now));
  const handleClose = (): void => {
    setManaging(false);
    // The URL with the old name would lead nowhere.
    if (renamed !== name) navigate(hrefOfTag(renamed), { isReplacing: true });
  };
  return (
    <>
      <Tagged
        name={name}
        pages={pages}
        renderMark={renderMark}
        onView={(hit) => openOverList(addressOf(hit.node.id))}
        onManage={() => setManaging(true)}
      />
      {isNodeId(viewedId) && (
        <ViewedHit nodes={pages.items.map(({ node }) => node)} viewedId={viewedId} addressOf={addressOf} />
      )}
      <Suspense fallback={null}>
        {isManaging && <ManageTagsDialog onRenamed={handleRenamed} onClose={handleClose} />}
      </Suspense>
    </>
  );
}

/** Decodes the name. If the URL is malformed, returns it unchanged. */
function nameIn(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch (error) {
    if (error instanceof URIError) return tag;
    throw error;
  }
}
