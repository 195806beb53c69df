import { type GuestNode, isNodeId, type NodeId } from '@coffer/contracts';
import { Suspense, useSyncExternalStore } from 'react';
import { guestContentCalls } from '../api/links/guest-link.ts';
import { QueryCacheProvider, useNewQueryCache } from '../api/calls/use-query.ts';
import {
  DownloadTray,
  downloadAsZip,
  onDownloadsStart,
  startedDownloads,
} from '../features/download/index.ts';
import { GuestPage } from '../features/links/index.ts';
import { useSearch } from '../lib/hooks/use-location.ts';
import { ToastRegion } from '../ui/feedback/toasts.tsx';
import styles from './public-link.module.css';
import { useText } from './texts.ts';

const loadTransfers = async () => await (await import('../features/transfer/index.ts')).loadGuestTransfers();

/** `/l/:token` and `/l/:token?folder=:node`: for guests, so nothing here asks for a session. */
export function PublicLinkRoute({ token }: { readonly token: string }) {
  const text = useText();
  const cache = useNewQueryCache();
  const folder = new URLSearchParams(useSearch()).get('folder');
  const downloads = useSyncExternalStore(onDownloadsStart, startedDownloads);
  const hrefOf = (folderId: NodeId | undefined): string =>
    folderId === undefined ? `/l/${token}` : `/l/${token}?folder=${folderId}`;
  const handleDownloadAll = async (node: GuestNode): Promise<void> =>
    await downloadAsZip([{ ...node, parentId: null }], node.name, guestContentCalls(token));
  return (
    <QueryCacheProvider client={cache}>
      <GuestPage
        key={token}
        token={token}
        folderId={isNodeId(folder) ? folder : undefined}
        hrefOf={hrefOf}
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
