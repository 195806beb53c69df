import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../../route.ts';
import type { Services } from '../../../services.ts';
import { listTaken } from './bulk/list-taken.ts';
import { previewJob } from './bulk/preview-job.ts';
import { startJob } from './bulk/start-job.ts';
import { previewRestore, restoreFolder } from '../past/restore/restore-folder.ts';
import { cancelJob } from './cancel-job.ts';
import { getJob, listJobs } from './read-jobs.ts';
import { undoJob } from './undo/undo-job.ts';

export function jobRoutes(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings' | 'log'>,
): readonly Route[] {
  return [
    personRoute('listJobs', async ({ actor, query }) => ok(await listJobs(services, actor.person, query))),
    personRoute('startJob', async ({ actor, body, once }) =>
      startJob({ ...services, once }, actor.person, body),
    ),
    personRoute('previewJob', async ({ actor, body }) => previewJob(services, actor.person, body)),
    personRoute('listTaken', async ({ actor, body }) => listTaken(services, actor.person, body)),
    personRoute('previewRestore', async ({ actor, params, body }) =>
      previewRestore(services, actor.person, { ...params, ...body }),
    ),
    personRoute('restoreFolder', async ({ actor, params, body, once }) =>
      restoreFolder({ ...services, once }, actor.person, { ...params, ...body }),
    ),
    personRoute('getJob', async ({ actor, params }) => getJob(services, actor.person, params.jobId)),
    personRoute('undoJob', async ({ actor, params }) => undoJob(services, actor.person, params.jobId)),
    personRoute('cancelJob', async ({ actor, params }) => cancelJob(services, actor.person, params.jobId)),
  ];
}
