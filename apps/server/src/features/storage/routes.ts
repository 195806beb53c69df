import { personRoute, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { examineStorage, planProbes } from './examine-storage.ts';
import { getStorage } from './get-storage.ts';
import { cancelJob, getJob, listFindings, startRepair, startSurvey } from './storage-jobs.ts';

export function storageRoutes(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'config' | 'log'>,
): readonly Route[] {
  return [
    personRoute('getStorage', async ({ actor }) => getStorage(services, actor.person)),
    personRoute('examineStorage', async ({ actor }) => examineStorage(services, actor.person)),
    personRoute('planBrowserProbes', async ({ actor }) => planProbes(services, actor.person)),
    personRoute('startSurvey', async ({ actor }) => startSurvey(services, actor.person)),
    personRoute('startRepair', async ({ actor, params, body }) =>
      startRepair(services, actor.person, { surveyId: params.jobId, ...body }),
    ),
    personRoute('getStorageJob', async ({ actor, params }) => getJob(services, actor.person, params.jobId)),
    personRoute('cancelStorageJob', async ({ actor, params }) =>
      cancelJob(services, actor.person, params.jobId),
    ),
    personRoute('listStorageFindings', async ({ actor, params, query }) =>
      listFindings(services, actor.person, { jobId: params.jobId, query }),
    ),
  ];
}
