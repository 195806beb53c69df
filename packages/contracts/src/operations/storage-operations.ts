import * as z from 'zod/mini';
import { JobId, NodeId, SpaceId } from '../ids.ts';
import { ChangedNode } from '../nodes.ts';
import {
  BrowserProbePlan,
  ChangeSpaceQuotaRequest,
  DamagedFilePage,
  DamagePage,
  LabelVersionRequest,
  Receipt,
  ReceiptQuery,
  RepairRequest,
  SpaceUsePage,
  StorageFindingPage,
  StorageFindingQuery,
  StorageJob,
  StorageJobPage,
  StorageListQuery,
  StorageReport,
  StoreExamination,
  VersionList,
  VersionsQuery,
  VersionDeleted,
  VersionParams,
} from '../storage.ts';
import { STORAGE_ROUTES } from '../routes/storage-routes.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
const SpaceParams = z.strictObject({ spaceId: SpaceId });
const JobParams = z.strictObject({ jobId: JobId });

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
  listStorageJobs: {
    ...STORAGE_ROUTES.listStorageJobs,
    summary: 'Surveys and repairs, the newest first',
    query: StorageListQuery,
    response: StorageJobPage,
  },
  listSpaceUse: {
    ...STORAGE_ROUTES.listSpaceUse,
    summary: 'What each space takes of the store, the largest first',
    query: StorageListQuery,
    response: SpaceUsePage,
  },
  changeSpaceQuota: {
    ...STORAGE_ROUTES.changeSpaceQuota,
    summary: 'Change how much a space may take; the last change counts',
    params: SpaceParams,
    body: ChangeSpaceQuotaRequest,
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
  listAllDamage: {
    ...STORAGE_ROUTES.listAllDamage,
    summary: 'Damaged versions of all spaces, without names',
    query: StorageListQuery,
    response: DamagePage,
  },
  listDamage: {
    ...STORAGE_ROUTES.listDamage,
    summary: 'Damaged files of a space, each with its newest version that is whole',
    params: SpaceParams,
    query: StorageListQuery,
    response: DamagedFilePage,
  },
  listVersions: {
    ...STORAGE_ROUTES.listVersions,
    summary: 'The versions of a file, newest first',
    params: NodeParams,
    query: VersionsQuery,
    response: VersionList,
  },
  restoreVersion: {
    ...STORAGE_ROUTES.restoreVersion,
    summary: 'Make an older version the current one again',
    params: VersionParams,
    response: ChangedNode,
  },
  labelVersion: {
    ...STORAGE_ROUTES.labelVersion,
    summary: 'Give a version words of its own, which also keep it',
    params: VersionParams,
    body: LabelVersionRequest,
  },
  deleteVersion: {
    ...STORAGE_ROUTES.deleteVersion,
    summary: 'Delete an older version for good',
    params: VersionParams,
    response: VersionDeleted,
  },
  getReceipt: {
    ...STORAGE_ROUTES.getReceipt,
    summary: 'A signed receipt for a version',
    params: NodeParams,
    query: ReceiptQuery,
    response: Receipt,
  },
} as const;
