import type { NodeId } from '@coffer/contracts';
import type { HandInKey } from '../../../api/links/hand-in.ts';

/** A hand-in that this browser began. */
export interface OwnHandIn extends HandInKey {
  readonly folderId: NodeId;
}

/** `file` is undefined if the browser could not open it. */
export type ChosenEntry =
  | { readonly kind: 'file'; readonly path: readonly string[]; readonly file: File | undefined }
  | { readonly kind: 'folder'; readonly path: readonly string[] };

export interface ChosenFiles {
  readonly entries: readonly ChosenEntry[];
  /** File handles, if the browser provides them. With them, a reloaded page resumes the uploads by itself. */
  readonly roots: readonly FileSystemHandle[];
}

export interface GuestTransfer {
  readonly id: string;
  readonly batchId: string;
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly phase: string;
  readonly uploadId: string | undefined;
  readonly failure: { readonly code: string } | undefined;
}

interface View {
  readonly summary: {
    readonly open: number;
    readonly running: number;
    readonly lostOnReload: number;
    readonly paused: number;
    readonly interrupted: number;
    readonly needPermission: number;
    readonly conflicts: number;
    readonly failed: number;
    /** Failed transfers for which a retry may succeed. */
    readonly retriable: number;
    readonly done: number;
    readonly sizeBytes: number;
    readonly sentBytes: number;
  };
  readonly byPhase: Readonly<Record<string, ReadonlyMap<string, GuestTransfer>>>;
  readonly outage: { readonly code: string } | undefined;
}

/** The part of the transfer engine that guest pages use. */
export interface GuestEngine {
  add(folderId: NodeId, entries: readonly ChosenEntry[], roots: readonly FileSystemHandle[]): unknown;
  restore(): Promise<void>;
  matchFiles(files: readonly File[]): number;
  resumeWithPermission(): Promise<void>;
  cancel(id: string): void;
  /** Decides how a name conflict is resolved. Only edit links have name conflicts. */
  decide(id: string, conflict: 'rename' | 'replace' | 'skip', forBatch: boolean): void;
  retryAll(): void;
  pauseAll(): void;
  resumeAll(): void;
  view(): View;
  subscribe(listener: () => void): () => void;
}

export interface GuestSending {
  readonly engine: GuestEngine;
  /** Whether another tab has transfers of the same hand-in. */
  readonly isOpenElsewhere: () => Promise<boolean>;
  /** Deletes the data that was stored so that a reloaded page can resume. */
  readonly end: () => void;
}

export interface GuestTransfers {
  readFiles(files: readonly File[]): Promise<readonly ChosenEntry[]>;
  readDrop(dropped: readonly (FileSystemEntry | File | null)[]): Promise<readonly ChosenEntry[]>;
  open(handIn: OwnHandIn): Promise<GuestSending>;
}
