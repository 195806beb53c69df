import type { SpaceId } from '@coffer/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { nodeKeys } from '../../api/nodes.ts';
import { invalidate } from '../../api/calls/query-cache.ts';
import { spaceKeys } from '../../api/spaces.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import {
  DownloadTray,
  resumeDownloads,
  onDownloadsStart,
  startedDownloads,
} from '../../features/download/index.ts';
import {
  ImportDialog,
  importRequest,
  onImportRequest,
  ScanCard,
  onTransfersStart,
  startedTransfers,
  restoreTransfers,
  TransferTray,
} from '../../features/transfer/index.ts';
import { areJobsAnnounced, onJobsAnnounced } from '../../api/jobs/announced.ts';
import { lookForJobs } from '../../api/jobs/look.ts';
import { JobTray } from '../../features/jobs/index.ts';
import { OtherTrays, usePlaceOfTrays } from './other-trays.tsx';
import styles from './transfer-corner.module.css';
import { useUploadedAddress } from './uploaded-address.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

const REFRESH_MS = 700;
const MARGINS = 24;

interface TransferCornerProps {
  readonly personId: string;
  readonly spaceId: SpaceId;
}

/** Mounted outside the pages, so that navigation does not stop transfers. */
export function TransferCorner({ personId, spaceId }: TransferCornerProps) {
  const transfers = useSyncExternalStore(onTransfersStart, startedTransfers);
  useRefreshAfterUploads(transfers);
  useRestoredTransfers(personId);
  const downloads = useSyncExternalStore(onDownloadsStart, startedDownloads);
  const importing = useSyncExternalStore(onImportRequest, importRequest);
  const isJobRunning = useSyncExternalStore(onJobsAnnounced, areJobsAnnounced);
  useEffect(() => void lookForJobs(), []);
  useEffect(() => void resumeDownloads(), []);
  const hrefOf = useUploadedAddress(spaceId);
  const isPageOpen = usePlaceOfTrays() !== undefined;
  return (
    <div ref={publishHeight} className={styles['corner']}>
      <OtherTrays>
        <Suspense fallback={null}>{isJobRunning && <JobTray />}</Suspense>
        {/* Separate boundaries, because loading the code of one tray must not hide the others. */}
        <Suspense fallback={null}>{downloads !== undefined && <DownloadTray />}</Suspense>
      </OtherTrays>
      <Suspense fallback={null}>
        {transfers !== undefined && <TransferTray hrefOf={hrefOf} isPageOpen={isPageOpen} />}
      </Suspense>
      <Suspense fallback={null}>
        <ScanCard />
      </Suspense>
      <Suspense fallback={null}>{importing !== undefined && <ImportDialog request={importing} />}</Suspense>
    </div>
  );
}

/** Publishes the covered height, which lists reserve at their end. */
function publishHeight(corner: HTMLElement | null): (() => void) | undefined {
  if (corner === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { offsetHeight } = corner;
    style.setProperty('--covered', `${offsetHeight === 0 ? 0 : offsetHeight + MARGINS}px`);
  });
  observer.observe(corner);
  return () => {
    observer.disconnect();
    style.removeProperty('--covered');
  };
}

function useRestoredTransfers(personId: string): void {
  useEffect(() => {
    const stop = new AbortController();
    void Promise.allSettled([restoreTransfers(personId, stop.signal)]);
    return () => stop.abort();
  }, [personId]);
}

function useRefreshAfterUploads(transfers: ReturnType<typeof startedTransfers>): void {
  const cache = useQueryCache();
  useEffect(() => {
    if (transfers === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer = undefined;
      void invalidate(cache, nodeKeys.lists);
      void invalidate(cache, spaceKeys.all);
    };
    const refreshSoon = (): void => {
      timer ??= setTimeout(refresh, REFRESH_MS);
    };
    const unsubscribe = transfers.onUploaded(refreshSoon);
    if (transfers.view().summary.done > 0) refreshSoon();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [cache, transfers]);
}
