import type { NodeId, SpaceId } from '@coffer/contracts';
import { onWipe } from '../../../lib/wipe.ts';

export interface ImportTarget {
  readonly personId: string;
  readonly spaceId: SpaceId;
  readonly folderId: NodeId;
}

export interface ImportRequest {
  readonly target: ImportTarget;
  readonly isShown: boolean;
}

let request: ImportRequest | undefined;
let isRunning = false;
const listeners = new Set<() => void>();

/** Opens an import. Only one can exist: while one is running, it is shown instead. */
export function openImport(target: ImportTarget): void {
  change({ target: isRunning && request !== undefined ? request.target : target, isShown: true });
}

/** Hides the dialog. A running import continues. */
export function hideImport(): void {
  change(isRunning && request !== undefined ? { ...request, isShown: false } : undefined);
}

export function setImportRunning(isNowRunning: boolean): void {
  isRunning = isNowRunning;
}

export function importRequest(): ImportRequest | undefined {
  return request;
}

export function onImportRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onWipe(() => {
  isRunning = false;
  change(undefined);
});

function change(next: ImportRequest | undefined): void {
  request = next;
  for (const listener of listeners) listener();
}
