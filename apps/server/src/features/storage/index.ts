export { examineRegularly } from './examine-storage.ts';
export { receiptKeys } from './receipts.ts';
export { runStorageJobs } from './run-jobs.ts';
export { scrub } from './scrub.ts';
export { deleteDueStrays } from './strays.ts';
