import type { NodeId } from '@coffer/contracts';
import type { TransferEngine } from './engine.ts';
import type * as Code from './transfers.ts';

// The engine's code comes with the first transfer: a page that only shows files does not carry it.
let loading: Promise<typeof Code> | undefined;
let engine: TransferEngine | undefined;
const listeners = new Set<() => void>();

/** Brings what was chosen by a file input into a folder. Rejects when the code of the engine could not be fetched. */
export async function bringUpChoice(folderId: NodeId, files: readonly File[]): Promise<void> {
  (await load()).addChoice(folderId, files);
}

/** The same for a drop. Must be called within its event: the browser forgets the items afterwards; walking them may take its time. */
export async function bringUpDrop(folderId: NodeId, data: DataTransfer): Promise<void> {
  const roots = Array.from(data.items)
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  await (await load()).addDrop(folderId, roots);
}

/** The engine, once there was a transfer. */
export function startedTransfers(): TransferEngine | undefined {
  return engine;
}

export function onTransfersStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function load(): Promise<typeof Code> {
  loading ??= import('./transfers.ts').then(
    (code) => {
      engine = code.transfers;
      for (const listener of listeners) listener();
      return code;
    },
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  return loading;
}
