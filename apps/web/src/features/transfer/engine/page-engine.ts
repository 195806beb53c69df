import { call } from '../../../api/calls/client.ts';
import { uploadCalls } from '../../../api/uploads.ts';
import { createBell, onRetryHint, sleep } from '../../../lib/waiting.ts';
import { onWipe } from '../../../lib/wipe.ts';
import { createTransferEngine } from './engine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { type UploadJournal, NO_JOURNAL } from '../journal/upload-journal.ts';
import { createIndexedDbJournal } from '../journal/indexed-db-journal.ts';
import type { TransferApi, TransferPorts } from '../send/ports.ts';
import { JOURNAL_DATABASE } from '../journal/journal-database.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';

/** The first update is quick; frequent rendering would slow down sending. */
const FIRST_NOTIFICATION_MS = 50;
const NEXT_NOTIFICATION_MS = 250;
const MANY = 100;
const NEXT_OF_MANY_MS = 600;

type Ports = Omit<TransferPorts, 'api' | 'journal' | 'untilSignedIn'> & { readonly close: () => void };

/** What every engine of a page needs. `countOf` returns the number of its transfers. */
function createPagePorts(countOf: () => number): Ports {
  let notifiedAt = -Infinity;
  let retry: (() => void) | undefined;
  const { close, ...workers } = createWorkerPool();
  return {
    ...workers,
    // The page keeps this listener for good, so it must not keep a reference to the engine.
    close: () => {
      retry = undefined;
      close();
    },
    reachServer: async (signal) => await call('getSession', { signal }),
    sleep,
    onRetryHint: (listener) => {
      retry = listener;
      onRetryHint(() => retry?.());
    },
    schedule: (notify) => {
      const nextMs = countOf() > MANY ? NEXT_OF_MANY_MS : NEXT_NOTIFICATION_MS;
      const isFirst = performance.now() - notifiedAt > nextMs;
      setTimeout(
        () => {
          notifiedAt = performance.now();
          notify();
        },
        isFirst ? FIRST_NOTIFICATION_MS : nextMs,
      );
    },
    now: () => performance.now(),
    random: Math.random,
    newId: () => crypto.randomUUID(),
  };
}

const signInBell = createBell();

async function queueVideoPoster(
  ...video: Parameters<NonNullable<TransferPorts['onVideoUploaded']>>
): Promise<void> {
  const [loaded] = await Promise.allSettled([import('../send/video-poster.ts')]);
  if (loaded.status === 'fulfilled') loaded.value.queuePoster(...video);
}

let current: { readonly personId: string; readonly journal: UploadJournal } | undefined;

/** The only engine of the page. Sign-out clears it. */
export const transfers: TransferEngine = createTransferEngine({
  ...createPagePorts(() => transfers.view().summary.total),
  api: uploadCalls,
  untilSignedIn: signInBell.wait,
  onVideoUploaded: (nodeId, openFile) => void queueVideoPoster(nodeId, openFile),
  journal: () => current?.journal ?? NO_JOURNAL,
});

onWipe(() => {
  transfers.wipe();
  current?.journal.close();
  current = undefined;
});

/** Opens the journal of the person. Also called after the session was renewed, so that waiting calls resume. */
export function startJournal(personId: string): void {
  if (current?.personId !== personId) {
    current?.journal.close();
    current = { personId, journal: createIndexedDbJournal(personId) };
  }
  signInBell.ring();
}

export interface GuestSending {
  readonly engine: TransferEngine;
  /** Whether another tab has transfers of the same hand-in. */
  readonly isOpenElsewhere: () => Promise<boolean>;
  /** Ends the engine. What it stored stays for the next one. */
  readonly close: () => void;
  /** Ends the engine and deletes what was stored for the next page. */
  readonly end: () => void;
}

/**
 * Creates an engine for one hand-in. It has a separate journal, so that a reloaded page resumes; guests never sign in.
 */
export function createGuestEngine(api: TransferApi, folderId: string): GuestSending {
  const name = `${JOURNAL_DATABASE}-${folderId}`;
  const journal = createIndexedDbJournal('guest', name);
  const { close, ...ports } = createPagePorts(() => engine.view().summary.total);
  const engine: TransferEngine = createTransferEngine({
    ...ports,
    api,
    untilSignedIn: createBell().wait,
    journal: () => journal,
  });
  const isOpenElsewhere = async (): Promise<boolean> => {
    const [loaded] = await Promise.allSettled([import('../journal/journal-reader.ts')]);
    if (loaded.status === 'rejected') return false;
    return (await journal.reader(loaded.value.createJournalReader)?.isOwnedElsewhere()) ?? false;
  };
  const closeAll = (): void => {
    engine.wipe();
    journal.close();
    close();
  };
  const end = (): void => {
    closeAll();
    indexedDB.deleteDatabase(name);
  };
  return { engine, isOpenElsewhere, close: closeAll, end };
}
