import type { NodeId } from '@coffer/contracts';
import { importRequest, onImportRequest, setImportRunning } from '../intake/import-request.ts';
import type { Progress } from './import-job.ts';
import type { ImportPlan } from './plan-import.ts';
import type { ImportReport } from './run-import.ts';

export type ImportState =
  | { readonly step: 'choose'; readonly unreadable?: string }
  | { readonly step: 'reading'; readonly name: string }
  | { readonly step: 'planned' | 'failed'; readonly name: string; readonly plan: ImportPlan }
  | { readonly step: 'running'; readonly name: string; readonly progress: Progress }
  | { readonly step: 'done'; readonly name: string; readonly report: ImportReport };

export interface Run {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

const BEGIN: Progress = { phase: 'comparing', doneBytes: 0, totalBytes: 0 };

/**
 * Kept outside React, so that an import waits with its uploads when the session expires. A sign-out or another folder
 * ends the import.
 */
let state: ImportState = { step: 'choose' };
let abort = new AbortController();
let folderId = folderOfRequest();
const listeners = new Set<() => void>();

onImportRequest(() => {
  if (folderOfRequest() === folderId) return;
  folderId = folderOfRequest();
  stopImport();
  abort = new AbortController();
  change({ step: 'choose' });
});

export function importState(): ImportState {
  return state;
}

export function onImportState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `plan` resolves to undefined if the file is not a zip archive. */
export async function readZip(name: string, plan: () => Promise<ImportPlan | undefined>): Promise<void> {
  const own = abort;
  change({ step: 'reading', name });
  // `plan` rejects if the file changes while it is read.
  const [read] = await Promise.allSettled([plan()]);
  if (abort !== own) return;
  const found = read.status === 'fulfilled' ? read.value : undefined;
  change(found === undefined ? { step: 'choose', unreadable: name } : { step: 'planned', name, plan: found });
}

/** `run` resolves to undefined if it failed. `onEnd` is not called after a stop. */
export async function startImport(
  { name, plan }: { readonly name: string; readonly plan: ImportPlan },
  run: (run: Run) => Promise<ImportReport | undefined>,
  onEnd: (report: ImportReport | undefined) => void,
): Promise<void> {
  const own = new AbortController();
  abort = own;
  setImportRunning(true);
  change({ step: 'running', name, progress: BEGIN });
  const onProgress = (progress: Progress): void => {
    if (!own.signal.aborted) change({ step: 'running', name, progress });
  };
  const [end] = await Promise.allSettled([run({ signal: own.signal, onProgress })]);
  if (abort !== own) return;
  setImportRunning(false);
  if (own.signal.aborted) return change({ step: 'planned', name, plan });
  const report = end.status === 'fulfilled' ? end.value : undefined;
  change(report === undefined ? { step: 'failed', name, plan } : { step: 'done', name, report });
  onEnd(report);
}

export function stopImport(): void {
  abort.abort(new DOMException('stopped', 'AbortError'));
}

function folderOfRequest(): NodeId | undefined {
  return importRequest()?.target.folderId;
}

function change(next: ImportState): void {
  state = next;
  for (const listener of listeners) listener();
}
