import type { NodeId } from '@coffer/contracts';
import { handlesOf } from '../../../lib/drop-handles.ts';
import type { DroppedFiles } from '../../../lib/held-drop.ts';
import { startScan, type FileScan } from './file-scan.ts';
import type { UploadEntry, TransferEngine } from '../model/transfer-engine.ts';
import type * as Code from '../engine/page-engine.ts';

let loading: Promise<typeof Code> | undefined;
let engine: TransferEngine | undefined;
const listeners = new Set<() => void>();

export interface Target {
  readonly personId: string;
  readonly folderId: NodeId;
}

/**
 * Uploads chosen files into a folder. `roots` are their handles, if the browser provides them. A failure to load the
 * code is reported to the person.
 */
export async function uploadFiles(
  target: Target,
  files: readonly File[] | ((report: FileScan['report']) => Promise<readonly File[]>),
  roots: readonly FileSystemHandle[] = [],
): Promise<void> {
  await scanAndUpload(target, roots, async (scan) => {
    const { entriesOfFiles } = await import('./scan-files.ts');
    return await entriesOfFiles(typeof files === 'function' ? await files(scan.report) : files, scan);
  });
}

/** Uploads a drop or a paste. Must be called within the event, because the browser clears the items afterwards. */
export async function uploadDrop(target: Target, data: DroppedFiles): Promise<void> {
  const items = Array.from(data.items).filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  await scanAndUpload(target, handlesOf(items), async (scan) => {
    const collect = await import('./scan-drop.ts');
    return await collect.entriesOfDrop(entries, scan);
  });
}

/** Adds nothing after a sign-out or a cancellation. */
async function scanAndUpload(
  { personId, folderId }: Target,
  roots: readonly FileSystemHandle[] | Promise<readonly FileSystemHandle[]>,
  collect: (scan: FileScan) => Promise<readonly UploadEntry[]>,
): Promise<void> {
  const scan = startScan();
  const find = async () => {
    const [code, entries, handles] = await Promise.all([loadEngine(personId), collect(scan), roots]);
    return { code, entries, handles };
  };
  const [found] = await Promise.allSettled([find()]);
  if (found.status === 'rejected') {
    scan.end('code_unavailable');
    return;
  }
  const { code, entries, handles } = found.value;
  const isWanted = scan.report(entries.length);
  const isEmpty = entries.length === 0;
  scan.end(isEmpty ? 'unreadable' : undefined);
  if (isWanted && !isEmpty) code.transfers.add(folderId, entries, handles);
}

/** The engine. Undefined before the first transfer. */
export function startedTransfers(): TransferEngine | undefined {
  return engine;
}

export function onTransfersStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function loadEngine(personId: string): Promise<typeof Code> {
  loading ??= import('../engine/page-engine.ts').then(
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
  const code = await loading;
  code.startJournal(personId);
  return code;
}
