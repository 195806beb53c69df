import { type GuestNode, isNodeId, type NodeId } from '@coffer/contracts';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { guestContentCalls, guestPreviewCalls } from '../api/links/guest-link.ts';
import { QueryCacheProvider, useNewQueryCache } from '../api/calls/use-query.ts';
import {
  DownloadTray,
  downloadAsZip,
  onDownloadsStart,
  startedDownloads,
} from '../features/download/index.ts';
import { GuestPage, type GuestPreviewing } from '../features/links/index.ts';
import { goBackOnce } from '../lib/address/go-back-once.ts';
import { navigate } from '../lib/address/navigation.ts';
import { useSearch } from '../lib/hooks/use-location.ts';
import { ToastRegion } from '../ui/feedback/toasts.tsx';
import styles from './public-link.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../ui/loading/lazy.tsx';

const GuestPreview = lazy(async () => ({
  default: await (await import('../features/preview/index.ts')).loadGuestPreview(),
}));

const loadTransfers = async () => await (await import('../features/transfer/index.ts')).loadGuestTransfers();

/**
 * Route `/l/:token`, with `?folder=:node` and `?file=:node`. It is for guests, so nothing here may request the session.
 */
export function PublicLinkRoute({ token }: { readonly token: string }) {
  const text = useText();
  const cache = useNewQueryCache();
  const search = new URLSearchParams(useSearch());
  const folderId = idIn(search, 'folder');
  const fileId = idIn(search, 'file');
  const calls = useMemo(() => guestPreviewCalls(token), [token]);
  const [isEditing, setEditing] = useState(false);
  const downloads = useSyncExternalStore(onDownloadsStart, startedDownloads);
  const hrefOf = (id: NodeId | undefined): string =>
    id === undefined ? `/l/${token}` : `/l/${token}?folder=${id}`;
  const viewHrefOf = (id: NodeId): string =>
    `${hrefOf(folderId)}${folderId === undefined ? '?' : '&'}file=${id}`;
  const isFromList = useRef(fileId === undefined);
  const handleClose = (): void => {
    if (isFromList.current) goBackOnce();
    else navigate(hrefOf(folderId), { isReplacing: true });
    isFromList.current = true;
  };
  const renderPreview = ({ node, at, renderPicture, ...rest }: GuestPreviewing) => (
    <Suspense fallback={null}>
      <GuestPreview
        {...rest}
        node={viewed(node)}
        around={{
          at: (offset) => {
            const other = at(offset);
            return other === undefined ? undefined : viewed(other);
          },
          show: ({ id }) => navigate(viewHrefOf(id), { isReplacing: true }),
          renderPicture,
        }}
        calls={calls}
        onEditing={setEditing}
        onClose={handleClose}
      />
    </Suspense>
  );
  const handleDownloadAll = async (node: GuestNode): Promise<void> =>
    await downloadAsZip([{ ...node, parentId: null }], node.name, guestContentCalls(token));
  return (
    <QueryCacheProvider client={cache}>
      <GuestPage
        key={token}
        token={token}
        folderId={folderId}
        fileId={fileId}
        hrefOf={hrefOf}
        viewHrefOf={viewHrefOf}
        renderPreview={renderPreview}
        isEditing={isEditing}
        onDownloadAll={(node) => void handleDownloadAll(node)}
        loadTransfers={loadTransfers}
      />
      <div className={styles['corner']}>
        <Suspense fallback={null}>{downloads !== undefined && <DownloadTray />}</Suspense>
      </div>
      <ToastRegion label={text('routes.messages')} closeLabel={text('routes.dismiss')} />
    </QueryCacheProvider>
  );
}

function idIn(search: URLSearchParams, name: string): NodeId | undefined {
  const id = search.get(name);
  return isNodeId(id) ? id : undefined;
}

/** Guests know nothing about the parent folder. */
function viewed(node: GuestNode) {
  return { ...node, parentId: null };
}
