export { examineRegularly } from './examine-storage.ts';
export { receiptKeys } from './receipts.ts';
export { cancelJob as cancelStorageJob, startRepair, startSurvey } from './storage-jobs.ts';
export { findJob as findStorageJob, findRequester, listRecentJobs, type NamedJobRow } from './store/jobs.ts';
export { runStorageJobs } from './run-jobs.ts';
export { scrub } from './scrub.ts';
export { storeFacts } from './store-facts.ts';
export { deleteDueOrphans } from './delete-due-orphans.ts';
