import type { JobKind, JobState } from '@coffer/contracts';
import type { Conflict, NodeRow } from '../model.ts';

export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly actor_id: string;
  readonly undone_by: string | null;
  readonly state: JobState;
  readonly code: string | null;
  readonly space_ids: readonly string[];
  readonly target_id: string | null;
  readonly conflict: Conflict | null;
  readonly name: string;
  readonly total: number;
  readonly size_bytes: number | null;
  readonly done: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  readonly position: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** How often the next step has failed. */
  readonly tries: number;
  readonly done_bytes: number;
  readonly unchanged: number;
}

export type Did =
  | 'moved'
  | 'copied'
  | 'trashed'
  /** The content of the folder was merged into another folder, and the emptied folder is in the trash. */
  | 'merged'
  | 'restored'
  | 'purged'
  | 'renamed'
  | 'created'
  | 'version_restored';

export interface Place {
  readonly spaceId: string;
  readonly parentId: string | null;
  readonly name: string;
}

export function placeOf(row: NodeRow): Place {
  return { spaceId: row.space_id, parentId: row.parent_id, name: row.name };
}

/** What was done with one item, and what the undo needs. */
export interface DoneItem {
  readonly did: Did;
  readonly nodeId: string;
  readonly from?: Place;
  readonly to?: Place;
  /** The current version of a file before the action. `toVersionId` is the one after it. */
  readonly fromVersionId?: string | null;
  readonly toVersionId?: string | null;
  readonly trashedAt?: Date | null;
}

export interface JobItemRow {
  readonly position: number;
  readonly did: Did;
  readonly node_id: string;
  readonly code: string | null;
  readonly from_space_id: string | null;
  readonly from_parent_id: string | null;
  readonly from_name: string | null;
  readonly from_version_id: string | null;
  readonly to_space_id: string | null;
  readonly to_parent_id: string | null;
  readonly to_name: string | null;
  readonly to_version_id: string | null;
  readonly trashed_at: Date | null;
}

/** Whether the item counts in the progress. Items that are trashed because they were replaced do not count. */
export function isCounted({ kind }: Pick<JobRow, 'kind'>, { did }: { readonly did: Did }): boolean {
  return did !== 'trashed' || kind === 'trash' || kind === 'restore_folder';
}

export function isUnfinished({ state }: Pick<JobRow, 'state'>): boolean {
  return state === 'running' || state === 'undoing';
}

/** Small acts end within their call and have nothing left to do. The keys of an import are gone with its end. */
const ENDED_FOR_GOOD = new Set<JobKind>(['rename', 'create', 'restore_version', 'import']);

/** Whether the job, or its undo, can be retried. */
export function isRetryable(job: Pick<JobRow, 'state' | 'kind' | 'undone_by'>): boolean {
  return job.state === 'failed' && (job.undone_by !== null || !ENDED_FOR_GOOD.has(job.kind));
}

/** Whether everything was undone. Items that could not be undone can be retried. */
export function isUndone({
  state,
  done,
  undone,
  kept,
}: Pick<JobRow, 'state' | 'done' | 'undone' | 'kept'>): boolean {
  return state === 'undone' && done > 0 && undone >= done && kept === 0;
}

/** Whether the job has effects that can be undone. A permanent deletion cannot. */
export function isUndoable(job: JobRow): boolean {
  if (job.kind === 'purge') return false;
  if (isUnfinished(job)) return false;
  // `kept` counts replaced items that were not restored, which may be all that is left to undo.
  return job.done > job.undone || job.kept > 0;
}
