import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { changeSpaceQuota } from './change-quota.ts';
import { listAllDamage } from './list-damage.ts';
import { getReceipt } from './receipts.ts';
import { examineStorage, planProbes } from './examine-storage.ts';
import { getStorage } from './get-storage.ts';
import { listUse } from './list-use.ts';
import { cancelJob, getJob, listFindings, listJobs, startRepair, startSurvey } from './storage-jobs.ts';

export function storageRoutes(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'config' | 'log' | 'cipher'>,
): readonly Route[] {
  return [
    personRoute('getStorage', async ({ actor }) => getStorage(services, actor.person)),
    personRoute('examineStorage', async ({ actor }) => examineStorage(services, actor.person)),
    personRoute('planBrowserProbes', async ({ actor }) => planProbes(services, actor.person)),
    personRoute('listAllDamage', async ({ actor, query }) => listAllDamage(services, actor.person, query)),
    personRoute('getReceipt', async ({ actor, params, query }) =>
      getReceipt(services, actor.person, { nodeId: params.nodeId, versionId: query.versionId }),
    ),
    personRoute('startSurvey', async ({ actor, once }) => startSurvey({ ...services, once }, actor.person)),
    personRoute('startRepair', async ({ actor, params, body, once }) =>
      startRepair({ ...services, once }, actor.person, { surveyId: params.jobId, ...body }),
    ),
    personRoute('listStorageJobs', async ({ actor, query }) => listJobs(services, actor.person, query)),
    personRoute('listSpaceUse', async ({ actor, query }) => listUse(services, actor.person, query)),
    personRoute('changeSpaceQuota', async ({ actor, params, body }) =>
      changeSpaceQuota(services, actor.person, { ...params, ...body }),
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
