import type { ConflictRule, NodeId } from '@coffer/contracts';
import type { Transfer } from './machine.ts';
import type { TransferView } from './transfer-store.ts';

/** Replaces a refused name for all entries of its batch below it. */
export interface Rename {
  readonly batchId: string;
  readonly refused: readonly string[];
  readonly name: string;
}

export type FindNewPath = (failed: Transfer) => readonly string[] | undefined;

/** A file or an empty folder with its path. `file` is undefined if the browser could not open it. */
export type UploadEntry =
  | {
      readonly kind: 'file';
      readonly path: readonly string[];
      readonly file: File | undefined;
      /** Instead of `file`. */
      readonly lazy?: LazyFile;
    }
  | { readonly kind: 'folder'; readonly path: readonly string[] };

/** Opened when its turn comes. */
export interface LazyFile {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly open: () => Promise<File>;
}

/** Runs all uploads of the page, outside React. */
export interface TransferEngine {
  /** Open transfers and the latest ended ones. */
  readonly jobs: ReadonlyMap<
    string,
    {
      readonly transfer: Transfer;
      readonly batch: { readonly targetId: NodeId };
      readonly openFile: (() => Promise<File | undefined>) | undefined;
    }
  >;
  /** Uploads `entries` into a folder; `roots` are their handles. Returns the id of the batch. */
  add(targetId: NodeId, entries: readonly UploadEntry[], roots?: readonly FileSystemHandle[]): string;
  /** As `add`; a file of the same name gets a new version. */
  addImported(targetId: NodeId, entries: readonly UploadEntry[]): string;
  /** Finds uploads of earlier pages and other devices. Repeated calls refresh their state. */
  restore(): Promise<void>;
  /** Resumes interrupted uploads with these files. Returns how many match. */
  matchFiles(files: readonly File[]): number;
  /** Asks for permission to stored handles. Must be called within a click. */
  resumeWithPermission(): Promise<void>;
  pause(id: string): void;
  resume(id: string): void;
  retry(id: string): void;
  /** Retries failed and future transfers under the path from `pathOf`. `renamings` are stored for the next page. */
  rename(batchId: string, renamings: readonly Rename[], pathOf: FindNewPath): void;
  cancel(id: string): void;
  failed(): readonly Transfer[];
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  cancelAll(): void;
  /** Decides a name conflict; `forBatch` includes current and future ones of its batch. */
  decide(id: string, conflict: ConflictRule, forBatch: boolean): void;
  /** Cancels failed transfers and removes ended ones from the list. */
  clear(): void;
  /** Removes ended transfers from the list and the sums. */
  clearEnded(): void;
  /** Stops and removes everything, at sign-out. */
  wipe(): void;
  /** An immutable snapshot. */
  view(): TransferView;
  subscribe(listener: () => void): () => void;
  /** Called after a file or folder has become visible. */
  onUploaded(listener: () => void): () => void;
}
