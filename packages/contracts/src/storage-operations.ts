import * as z from 'zod/mini';
import {
  BrowserProbePlan,
  JobId,
  RepairRequest,
  StorageFindingPage,
  StorageFindingQuery,
  StorageJob,
  StorageReport,
  StoreExamination,
} from './storage.ts';
import { STORAGE_ROUTES } from './storage-routes.ts';

const JobParams = z.strictObject({ jobId: JobId });

/** Rows of `operations`. */
export const storageOperations = {
  getStorage: { ...STORAGE_ROUTES.getStorage, summary: 'The state of the store', response: StorageReport },
  examineStorage: {
    ...STORAGE_ROUTES.examineStorage,
    summary: 'Let the store doctor examine the store',
    response: StoreExamination,
  },
  planBrowserProbes: {
    ...STORAGE_ROUTES.planBrowserProbes,
    summary: 'Requests by which a browser finds out whether it reaches the store',
    response: BrowserProbePlan,
  },
  startSurvey: {
    ...STORAGE_ROUTES.startSurvey,
    summary: 'Compare database, objects and unfinished uploads, changing nothing',
    response: StorageJob,
  },
  startRepair: {
    ...STORAGE_ROUTES.startRepair,
    summary: 'Put right what a survey found',
    params: JobParams,
    body: RepairRequest,
    response: StorageJob,
  },
  getStorageJob: {
    ...STORAGE_ROUTES.getStorageJob,
    summary: 'How far a survey or repair is',
    params: JobParams,
    response: StorageJob,
  },
  cancelStorageJob: {
    ...STORAGE_ROUTES.cancelStorageJob,
    summary: 'Stop a survey or repair',
    params: JobParams,
    response: StorageJob,
  },
  listStorageFindings: {
    ...STORAGE_ROUTES.listStorageFindings,
    summary: 'What a survey found',
    params: JobParams,
    query: StorageFindingQuery,
    response: StorageFindingPage,
  },
} as const;
