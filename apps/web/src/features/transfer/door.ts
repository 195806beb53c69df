import type { NodeId } from '@coffer/contracts';
import type { Entry, TransferEngine } from './engine.ts';

// The engine's code comes with the first transfer: a page that only shows files does not carry it.
let loading: Promise<TransferEngine> | undefined;
let engine: TransferEngine | undefined;
const listeners = new Set<() => void>();

/** Brings files and folders into a folder. Rejects when the code of the engine could not be fetched. */
export async function bringUp(folderId: NodeId, entries: readonly Entry[]): Promise<void> {
  const transfers = await load();
  transfers.add(folderId, entries);
}

/** The engine, once there was a transfer. */
export function startedTransfers(): TransferEngine | undefined {
  return engine;
}

export function onTransfersStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function load(): Promise<TransferEngine> {
  loading ??= import('./transfers.ts').then(
    ({ transfers }) => {
      engine = transfers;
      for (const listener of listeners) listener();
      return transfers;
    },
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  return loading;
}
