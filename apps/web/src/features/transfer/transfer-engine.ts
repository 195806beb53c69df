import type { ConflictRule, NodeId } from '@coffer/contracts';
import type { Transfer } from './machine.ts';
import type { TransferView } from './roster.ts';

/** Another name for a refused one, which holds for everything of its batch that has the refused one in its place. */
export interface Renaming {
  readonly batchId: string;
  /** The path, up to the refused name. */
  readonly refused: readonly string[];
  readonly name: string;
}

/** Another path for what failed, where there is one. */
export type PathOf = (failed: Transfer) => readonly string[] | undefined;

/** A file or an (empty) folder to bring up, with the folders it lies in. A file that the browser could not open is undefined. */
export type Entry =
  | { readonly kind: 'file'; readonly path: readonly string[]; readonly file: File | undefined }
  | { readonly kind: 'folder'; readonly path: readonly string[] };

/** Runs uploads: large files some at a time, small ones by the hundred. Lives as long as the page, outside React. */
export interface TransferEngine {
  /** Whatever has not ended, and the latest that has, by its id. */
  readonly jobs: ReadonlyMap<string, { readonly transfer: Transfer }>;
  /** Brings `entries` into a folder. `roots` are ways to them that outlive the page. Returns the id of the batch. */
  add(targetId: NodeId, entries: readonly Entry[], roots?: readonly FileSystemHandle[]): string;
  /** Looks for what earlier pages of this browser and other devices of the person have begun. Once more, it tells what became of it. */
  takeUp(): Promise<void>;
  /** Goes on with interrupted uploads whose files were chosen again. Returns how many there are. */
  offer(files: readonly File[]): number;
  /** Goes on with those that the browser keeps a way to. To be called within a click. */
  goOn(): Promise<void>;
  pause(id: string): void;
  resume(id: string): void;
  retry(id: string): void;
  /**
   * Goes on under another path with what failed, and with what fails from now on, where `pathOf` tells one. `renamings` of one batch are
   * what it goes by: the next page finds them.
   */
  rename(batchId: string, renamings: readonly Renaming[], pathOf: PathOf): void;
  cancel(id: string): void;
  /** Everything that waits for a retry, however much that is. */
  failed(): readonly Transfer[];
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  cancelAll(): void;
  /** Decides a name conflict; `forBatch` decides all present and coming ones of its batch. */
  decide(id: string, conflict: ConflictRule, forBatch: boolean): void;
  /** Gives up what failed, and takes ended transfers off the list. */
  clear(): void;
  /** Sign-out: stops everything at once and forgets it. */
  wipe(): void;
  /** What there is to see: a snapshot that is replaced, never changed. */
  view(): TransferView;
  subscribe(listener: () => void): () => void;
  /** Called after a file or folder has become visible. */
  onArrival(listener: () => void): () => void;
}
