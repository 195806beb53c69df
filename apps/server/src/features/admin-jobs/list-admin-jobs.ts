import {
  type AdminJob,
  type AdminJobs,
  type AdminQueue,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { QueueCount } from '../../platform/db/count-queue.ts';
import type { Services } from '../../services.ts';
import { countUnread } from '../documents/index.ts';
import { countPurges, type JobOfAll, listJobsOfAll } from '../files/index.ts';
import { countDueBlobs } from '../ledger/index.ts';
import { countMail } from '../mail/index.ts';
import { countUnconverted, countUndrawn } from '../renditions/index.ts';
import { findSpaceNames } from '../spaces/index.ts';
import { listRecentJobs } from '../storage/index.ts';
import { countUnsettled } from '../uploads/index.ts';
import {
  type AdminJobFailure,
  mayAdministerJobs,
  mayReadJobs,
  ONLY_AUDITORS,
  type TaskPlan,
  type TaskRound,
} from './model.ts';
import { presentFileJob, presentStorageJob, SPACES_SHOWN } from './present-jobs.ts';
import { presentTask } from './present-task.ts';
import type { Rounds } from './rounds.ts';
import { listRounds } from './store/rounds.ts';

type Needs = Pick<Services, 'db' | 'clock'> & {
  readonly config: Pick<Services['config'], 'mail' | 'converter' | 'searchesContents'>;
  readonly tasks: readonly TaskPlan[];
  readonly rounds: Pick<Rounds, 'list'>;
};

export async function listAdminJobs(services: Needs, actor: Person): Outcome<AdminJobs, AdminJobFailure> {
  if (!mayReadJobs(actor)) return err(ONLY_AUDITORS);
  const now = services.clock.now();
  const mayAct = mayAdministerJobs(actor);
  const [jobs, queues, tasks] = await Promise.all([
    jobsOf(services, { now, mayAct }),
    queuesOf(services, { now, mayAct }),
    tasksOf(services, now),
  ]);
  return ok({ checkedAt: now.toISOString(), ...jobs, queues, tasks });
}

interface Reading {
  readonly now: Date;
  readonly mayAct: boolean;
}

async function jobsOf(
  { db }: Pick<Needs, 'db'>,
  { now, mayAct }: Reading,
): Promise<Pick<AdminJobs, 'open' | 'failed' | 'finished'>> {
  const since = new Date(now.getTime() - SERVER_LIMITS.adminJobsShownMs);
  const limit = SERVER_LIMITS.adminJobsShown;
  const list = async (which: 'open' | 'failed' | 'finished') =>
    await listJobsOfAll(db, { list: which, since, limit });
  const [open, failed, finished, storage] = await Promise.all([
    list('open'),
    list('failed'),
    list('finished'),
    listRecentJobs(db, { since, limit }),
  ]);
  const ids = [...open, ...failed, ...finished].flatMap((job) => job.space_ids.slice(0, SPACES_SHOWN));
  const spaces = await findSpaceNames(db, ids);
  const stored = storage.map((job) => presentStorageJob(job, { mayAct }));
  const some = (rows: readonly JobOfAll[], more: readonly AdminJob[], key: 'createdAt' | 'updatedAt') => {
    const items = [...rows.map((job) => presentFileJob(job, { spaces, mayAct })), ...more];
    const ascending = items.toSorted((one, other) => one[key].localeCompare(other[key]));
    const sorted = key === 'createdAt' ? ascending : ascending.toReversed();
    return { items: sorted.slice(0, limit), total: (rows[0]?.count ?? 0) + more.length };
  };
  return {
    open: some(
      open,
      stored.filter(({ finishedAt }) => finishedAt === null),
      'createdAt',
    ),
    failed: some(
      failed,
      stored.filter(({ state }) => state === 'failed'),
      'updatedAt',
    ),
    finished: some(
      finished,
      stored.filter(({ state }) => state === 'done' || state === 'cancelled'),
      'updatedAt',
    ),
  };
}

async function queuesOf(
  { db, config }: Pick<Needs, 'db' | 'config'>,
  { now, mayAct }: Reading,
): Promise<AdminQueue[]> {
  const counts = await Promise.all([
    config.searchesContents ? named('documents', countUnread(db)) : undefined,
    named('renditions', countUndrawn(db)),
    config.converter === undefined ? undefined : named('conversions', countUnconverted(db)),
    named('uploads', countUnsettled(db)),
    named('purges', countPurges(db)),
    named('deletions', countDueBlobs(db, now)),
    config.mail === undefined ? undefined : named('mail', countMail(db, now)),
  ]);
  return counts.flatMap((found) => {
    if (found === undefined) return [];
    const { queue, waiting, isMore, since, failed = 0 } = found;
    // Leased items are due later, so they do not count.
    const isDue = since !== null && since <= now;
    return [
      {
        queue,
        waiting,
        isMore,
        since: isDue ? since.toISOString() : null,
        failed,
        mayRetry: mayAct && failed > 0,
      },
    ];
  });
}

async function named(
  queue: AdminQueue['queue'],
  count: Promise<QueueCount & { readonly failed?: number }>,
): Promise<QueueCount & { readonly failed?: number; readonly queue: AdminQueue['queue'] }> {
  return { queue, ...(await count) };
}

async function tasksOf({ db, tasks, rounds }: Needs, now: Date): Promise<AdminJobs['tasks']> {
  const newest = new Map<string, TaskRound>();
  for (const round of [...(await listRounds(db)), ...rounds.list()]) {
    const known = newest.get(round.name);
    if (known === undefined || known.began_at <= round.began_at) newest.set(round.name, round);
  }
  return tasks.map((task) => presentTask(task, newest.get(task.name), now));
}
