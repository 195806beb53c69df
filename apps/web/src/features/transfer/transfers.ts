import type { NodeId } from '@coffer/contracts';
import { uploadCalls } from '../../api/uploads.ts';
import { onWipe } from '../../lib/wipe.ts';
import { createTransferEngine, type TransferEngine } from './engine.ts';
import { createHasher } from './hasher.ts';
import { putPart } from './transport.ts';
import { type DroppedRoot, entriesOfChoice, entriesOfDrop } from './walk-drop.ts';

const NOTIFY_MS = 80;

/** The one engine of the page. It outlives every screen; a sign-out empties it. */
export const transfers: TransferEngine = createTransferEngine({
  api: uploadCalls,
  hash: createHasher(),
  put: putPart,
  sleep,
  online,
  later: (notify) => {
    setTimeout(notify, NOTIFY_MS);
  },
  random: Math.random,
  newId: () => crypto.randomUUID(),
});

onWipe(() => transfers.wipe());

export function addChoice(folderId: NodeId, files: readonly File[]): void {
  transfers.add(folderId, entriesOfChoice(files));
}

export async function addDrop(folderId: NodeId, roots: readonly DroppedRoot[]): Promise<void> {
  transfers.add(folderId, await entriesOfDrop(roots));
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
