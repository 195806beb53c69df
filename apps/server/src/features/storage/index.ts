export { examineRegularly } from './examine-storage.ts';
export { receiptKeys } from './receipts.ts';
export { runStorageJobs } from './run-jobs.ts';
export { scrub } from './scrub.ts';
export { storeFacts } from './store-facts.ts';
export { deleteDueOrphans } from './delete-due-orphans.ts';
