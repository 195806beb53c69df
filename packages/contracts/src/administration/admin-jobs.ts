import * as z from 'zod/mini';
import { Count, Instant, JobId, SpaceId } from '../ids.ts';
import { JOB_KINDS } from '../jobs/jobs.ts';
import { TASK_NAMES, WORK_QUEUES } from './task-names.ts';

/** `waiting`: not begun, or its next step is tried later. */
export const ADMIN_JOB_STATES = [
  'waiting',
  'running',
  'undoing',
  'done',
  'undone',
  'failed',
  'cancelled',
] as const;

/** A job of anybody, without names of files. */
export const AdminJob = z.object({
  id: JobId,
  kind: z.enum([...JOB_KINDS, 'survey', 'repair']),
  state: z.enum(ADMIN_JOB_STATES),
  /** Who began it. Null for a removed person. */
  personName: z.nullable(z.string()),
  /** Some of the spaces that it changes. */
  spaces: z.array(
    z.object({
      id: SpaceId,
      name: z.string(),
      kind: z.enum(['personal', 'team', 'linked']),
      ownerName: z.string(),
    }),
  ),
  /** Null when it is not known. */
  total: z.nullable(Count),
  done: Count,
  /** Items that could not be processed. */
  refused: Count,
  /** How often its next step has failed, and when it is tried again. */
  tries: Count,
  retryAt: z.nullable(Instant),
  /** Why it failed: an error code, or why a survey stopped. */
  code: z.nullable(z.string()),
  createdAt: Instant,
  /** Of its last step. */
  updatedAt: Instant,
  finishedAt: z.nullable(Instant),
  mayRetry: z.boolean(),
  mayCancel: z.boolean(),
});
export type AdminJob = z.infer<typeof AdminJob>;

const Some = z.object({ items: z.array(AdminJob), total: Count });

export const AdminQueue = z.object({
  queue: z.enum(WORK_QUEUES),
  waiting: Count,
  /** The number is a lower bound. */
  isMore: z.boolean(),
  /** Since when the oldest is due. */
  since: z.nullable(Instant),
  failed: Count,
  mayRetry: z.boolean(),
});
export type AdminQueue = z.infer<typeof AdminQueue>;

export const ADMIN_TASK_STATES = ['running', 'waiting', 'failing', 'overdue', 'unknown'] as const;

export const AdminTask = z.object({
  name: z.enum(TASK_NAMES),
  state: z.enum(ADMIN_TASK_STATES),
  /** Pause between two rounds while Coffer is in use. */
  everyMs: Count,
  /** When the last round began, and how long it took. */
  lastAt: z.nullable(Instant),
  tookMs: z.nullable(Count),
  /** When the next one begins at the latest. */
  nextAt: z.nullable(Instant),
  /** In a row. */
  failures: Count,
});
export type AdminTask = z.infer<typeof AdminTask>;

/** Up to `adminJobsShown` of each. */
export const AdminJobs = z.object({
  checkedAt: Instant,
  /** Running and waiting, oldest first. */
  open: Some,
  /** Of the last days, newest first. */
  failed: Some,
  finished: Some,
  queues: z.array(AdminQueue),
  tasks: z.array(AdminTask),
});
export type AdminJobs = z.infer<typeof AdminJobs>;

export const QueueParams = z.strictObject({ queue: z.enum(WORK_QUEUES) });
