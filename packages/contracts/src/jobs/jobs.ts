import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, JobId, NodeId, SizeBytes } from '../ids.ts';
import { LIMITS } from '../limits.ts';

export const JOB_KINDS = [
  'move',
  'copy',
  'trash',
  'restore',
  'purge',
  'rename',
  'create',
  'restore_version',
  'restore_folder',
  'import',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOB_STATES = ['running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** An action of a person on one or more items, running or finished. */
export const JobView = z.object({
  id: JobId,
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  /** Name of the first item. */
  name: z.string(),
  /** Number of selected items. For an import, the objects that are known so far. For a copy, includes everything below them once that is counted. */
  total: Count,
  /** Size of the copied or imported files, once it is known. */
  sizeBytes: z.nullable(SizeBytes),
  done: Count,
  failed: Count,
  undone: Count,
  /** Only for an import: bytes that have been read, and objects that were already there. */
  doneBytes: z.optional(SizeBytes),
  unchanged: z.optional(Count),
  /** Items that could not be undone. */
  kept: Count,
  /** Error code of a failed job. */
  code: z.nullable(z.string()),
  mayUndo: z.boolean(),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
});
export type JobView = z.infer<typeof JobView>;

/** Adds the items that failed or could not be undone, with error codes. */
export const JobDetails = z.extend(JobView, {
  /** Some of the refused items, including skipped ones. */
  refused: z.array(z.object({ nodeId: NodeId, name: z.string(), code: z.string() })),
  /** Error codes of all failed items except skipped ones, the most frequent first. */
  reasons: z.array(z.object({ code: z.string(), count: Count })),
  /** How many of `failed` are taken names that the person chose to skip. */
  skipped: Count,
});
export type JobDetails = z.infer<typeof JobDetails>;

export const JobsQuery = z.strictObject({
  /** `undoable`: jobs that can be undone; `running`: jobs that are not finished. */
  only: z.optional(z.enum(['undoable', 'running'])),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type JobsQuery = z.infer<typeof JobsQuery>;

/** Newest first. */
export const JobList = z.object({ items: z.array(JobView) });
export type JobList = z.infer<typeof JobList>;
