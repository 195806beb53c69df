import type { TransferEngine } from '../model/transfer-engine.ts';
import type { ImportPlan } from './plan-import.ts';
import type { ImportPlace } from './read-existing.ts';
import type { ExportedComment } from './read-metadata.ts';

export interface Progress {
  readonly phase: 'comparing' | 'uploading' | 'restoring';
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ImportJob {
  readonly plan: ImportPlan;
  readonly place: ImportPlace;
  readonly engine: TransferEngine;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Comments are created by the person who imports, so the text names their author. */
  readonly textOfComment: (comment: ExportedComment) => string;
}
