import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { nodeKeys } from '../api/nodes.ts';
import { spaceKeys } from '../api/spaces.ts';
import { useQueryCache } from '../api/use-query.ts';
import { onTransfersStart, startedTransfers, TransferTray } from '../features/transfer/index.ts';

const REFRESH_MS = 700;

/** Running transfers beside every page inside, so that navigation does not end them. */
export function TransferCorner() {
  const transfers = useSyncExternalStore(onTransfersStart, startedTransfers);
  useArrivals(transfers);
  return <Suspense fallback={null}>{transfers !== undefined && <TransferTray />}</Suspense>;
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
    if (transfers.list().some(({ phase }) => phase === 'done')) refreshSoon();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [cache, transfers]);
}
