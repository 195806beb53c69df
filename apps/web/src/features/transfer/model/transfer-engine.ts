import type { ConflictRule, NodeId } from '@coffer/contracts';
import type { Transfer } from './machine.ts';
import type { TransferView } from './transfer-store.ts';

/** Replaces a refused name in the paths of all entries of its batch. */
export interface Rename {
  readonly batchId: string;
  readonly refused: readonly string[];
  readonly name: string;
}

export type FindNewPath = (failed: Transfer) => readonly string[] | undefined;

/** A file, or an empty folder, with its path. `file` is undefined if the browser could not open the file. */
export type UploadEntry =
  | {
      readonly kind: 'file';
      readonly path: readonly string[];
      readonly file: File | undefined;
      /** Used instead of `file`. */
      readonly lazy?: LazyFile;
    }
  | { readonly kind: 'folder'; readonly path: readonly string[] };

/** A file that is opened when its upload starts. */
export interface LazyFile {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly open: () => Promise<File>;
}

/** Runs all uploads of the page, outside React. */
export interface TransferEngine {
  /** Open transfers, and those that ended last. */
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
  /** Like `add`, but a file with an existing name becomes a new version of the existing file. */
  addImported(targetId: NodeId, entries: readonly UploadEntry[]): string;
  /** Finds uploads of earlier pages and other devices. Repeated calls refresh their state. */
  restore(): Promise<void>;
  /** Resumes interrupted uploads with these files. Returns the number of matches. */
  matchFiles(files: readonly File[]): number;
  /** Asks for permission to use stored handles. Must be called within a click. */
  resumeWithPermission(): Promise<void>;
  pause(id: string): void;
  resume(id: string): void;
  retry(id: string): void;
  /**
   * Retries failed transfers with the paths from `pathOf`, which also applies to later failures. `renamings` are stored
   * for the next page.
   */
  rename(batchId: string, renamings: readonly Rename[], pathOf: FindNewPath): void;
  cancel(id: string): void;
  failed(): readonly Transfer[];
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  cancelAll(): void;
  /** Decides a name conflict. With `forBatch`, also decides current and future conflicts of its batch. */
  decide(id: string, conflict: ConflictRule, forBatch: boolean): void;
  /** Cancels failed transfers, and removes ended ones from the list. */
  clear(): void;
  /** Removes ended transfers from the list and from the totals. */
  clearEnded(): void;
  /** Stops and removes everything. Called at sign-out. */
  wipe(): void;
  /** An immutable snapshot. */
  view(): TransferView;
  subscribe(listener: () => void): () => void;
  /** The listener is called after a file or folder has become visible. */
  onUploaded(listener: () => void): () => void;
}
