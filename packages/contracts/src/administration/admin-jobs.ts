import * as z from 'zod/mini';
import { Count, Instant, JobId, SpaceId } from '../ids.ts';
import { JOB_KINDS } from '../jobs/jobs.ts';
import { TASK_NAMES, WORK_QUEUES } from './task-names.ts';

/** `waiting`: not started yet, or waiting for a retry of its next step. */
export const ADMIN_JOB_STATES = [
  'waiting',
  'running',
  'undoing',
  'done',
  'undone',
  'failed',
  'cancelled',
] as const;

/** A job of any person, without file names. */
export const AdminJob = z.object({
  id: JobId,
  kind: z.enum([...JOB_KINDS, 'survey', 'repair']),
  state: z.enum(ADMIN_JOB_STATES),
  /** The person who started the job. Null if their account was deleted. */
  personName: z.nullable(z.string()),
  /** Some of the spaces that the job changes. */
  spaces: z.array(
    z.object({
      id: SpaceId,
      name: z.string(),
      kind: z.enum(['personal', 'team', 'linked']),
      ownerName: z.string(),
    }),
  ),
  /** Null while the number of items is unknown. */
  total: z.nullable(Count),
  done: Count,
  /** Items that could not be processed. */
  refused: Count,
  /** How often the next step has failed, and when it is retried. */
  tries: Count,
  retryAt: z.nullable(Instant),
  /** Why the job failed: an error code, or the reason why a survey stopped. */
  code: z.nullable(z.string()),
  createdAt: Instant,
  /** Time of the job's last step. */
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
  /** Whether `waiting` is only a lower bound. */
  isMore: z.boolean(),
  /** When the oldest waiting item became due. */
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
  /** The latest time at which the next round begins. */
  nextAt: z.nullable(Instant),
  /** Consecutive failed rounds. */
  failures: Count,
});
export type AdminTask = z.infer<typeof AdminTask>;

/** Each list has at most `adminJobsShown` jobs. */
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
