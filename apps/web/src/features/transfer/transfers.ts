import type { NodeId } from '@coffer/contracts';
import { uploadCalls } from '../../api/uploads.ts';
import { onWipe } from '../../lib/wipe.ts';
import { createTransferEngine } from './engine.ts';
import type { TransferEngine } from './transfer-engine.ts';
import { createHasher } from './hasher.ts';
import { type Keep, NO_KEEP } from './keep.ts';
import { createIdbKeep } from './keep-idb.ts';
import { createSmallSender } from './small-sender.ts';
import { createPut } from './transport.ts';
import { type DroppedRoot, entriesOfChoice, entriesOfDrop } from './walk-drop.ts';

const NOTIFY_MS = 80;
/** Of so many nobody follows each, and drawing them would take the time from sending them. */
const MANY = 100;
const NOTIFY_MANY_MS = 300;

/** Whom it serves, and what the browser keeps for them. */
let served: { readonly personId: string; readonly keep: Keep } | undefined;

/** The one engine of the page. It outlives every screen; a sign-out empties it. */
export const transfers: TransferEngine = createTransferEngine({
  api: uploadCalls,
  hash: createHasher(),
  put: createPut(createSmallSender()),
  sleep,
  online,
  later: (notify) => {
    setTimeout(notify, transfers.view().summary.total > MANY ? NOTIFY_MANY_MS : NOTIFY_MS);
  },
  signedIn,
  keep: () => served?.keep ?? NO_KEEP,
  now: () => performance.now(),
  random: Math.random,
  newId: () => crypto.randomUUID(),
});

onWipe(() => {
  transfers.wipe();
  served?.keep.close();
  served = undefined;
});

const returns = new Set<() => void>();

/** Somebody is signed in, perhaps again: what waits for it goes on, and what was begun before is taken up. */
export function serve(personId: string): void {
  if (served?.personId !== personId) {
    served?.keep.close();
    served = { personId, keep: createIdbKeep(personId) };
    void transfers.takeUp();
  }
  for (const goOn of returns) goOn();
}

export function addChoice(folderId: NodeId, files: readonly File[]): void {
  transfers.add(folderId, entriesOfChoice(files));
}

export async function addDrop(
  folderId: NodeId,
  dropped: readonly DroppedRoot[],
  roots: readonly FileSystemHandle[],
): Promise<void> {
  transfers.add(folderId, await entriesOfDrop(dropped), roots);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

function online(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const handleOnline = (): void => resolve();
    window.addEventListener('online', handleOnline, { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function signedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const goOn = (): void => {
      returns.delete(goOn);
      resolve();
    };
    returns.add(goOn);
    signal.addEventListener(
      'abort',
      () => {
        returns.delete(goOn);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
