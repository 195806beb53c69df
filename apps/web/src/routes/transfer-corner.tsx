import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { nodeKeys } from '../api/nodes.ts';
import { spaceKeys } from '../api/spaces.ts';
import { useQueryCache } from '../api/use-query.ts';
import {
  DownloadTray,
  greetDownloads,
  onDownloadsStart,
  startedDownloads,
} from '../features/download/index.ts';
import {
  LookingCard,
  onTransfersStart,
  startedTransfers,
  takeUpTransfers,
  TransferTray,
} from '../features/transfer/index.ts';
import styles from './transfer-corner.module.css';

const REFRESH_MS = 700;

/** Running transfers and downloads beside every page inside, so that navigation does not end them. */
export function TransferCorner({ personId }: { readonly personId: string }) {
  const transfers = useSyncExternalStore(onTransfersStart, startedTransfers);
  useArrivals(transfers);
  useTakeUp(personId);
  const downloads = useSyncExternalStore(onDownloadsStart, startedDownloads);
  useEffect(() => void greetDownloads(), []);
  return (
    <div className={styles['corner']}>
      <Suspense fallback={null}>
        {downloads !== undefined && <DownloadTray />}
        {transfers !== undefined && <TransferTray />}
      </Suspense>
      <Suspense fallback={null}>
        <LookingCard />
      </Suspense>
    </div>
  );
}

/** What was begun before goes on. Without its code, or without a network, there is another time. */
function useTakeUp(personId: string): void {
  useEffect(() => {
    const stop = new AbortController();
    void Promise.allSettled([takeUpTransfers(personId, stop.signal)]);
    return () => stop.abort();
  }, [personId]);
}

/** Files that arrive appear in their folder's list: once in a while for many, not for each. */
function useArrivals(transfers: ReturnType<typeof startedTransfers>): void {
  const cache = useQueryCache();
  useEffect(() => {
    if (transfers === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer = undefined;
      void cache.invalidate(nodeKeys.lists);
      void cache.invalidate(spaceKeys.all);
    };
    const refreshSoon = (): void => {
      timer ??= setTimeout(refresh, REFRESH_MS);
    };
    const unsubscribe = transfers.onArrival(refreshSoon);
    // What has arrived before this code did.
    if (transfers.view().summary.done > 0) refreshSoon();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [cache, transfers]);
}
