import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { cancelAdminJob, retryAdminJob } from './administer-job.ts';
import { listAdminJobs } from './list-admin-jobs.ts';
import type { TaskPlan } from './model.ts';
import { retryQueue } from './retry-queue.ts';
import type { Rounds } from './rounds.ts';

export function adminJobsRoutes(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'newId'> & {
    readonly tasks: readonly TaskPlan[];
    readonly rounds: Pick<Rounds, 'list'>;
  },
): readonly Route[] {
  return [
    personRoute('listAdminJobs', async ({ actor }) => listAdminJobs(services, actor.person)),
    personRoute('retryAdminJob', async ({ actor, params }) =>
      retryAdminJob(services, actor.person, params.jobId),
    ),
    personRoute('cancelAdminJob', async ({ actor, params }) =>
      cancelAdminJob(services, actor.person, params.jobId),
    ),
    personRoute('retryQueue', async ({ actor, params }) => retryQueue(services, actor.person, params.queue)),
  ];
}
