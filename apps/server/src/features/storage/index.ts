export { examineRegularly } from './examine-storage.ts';
export { runStorageJobs } from './run-jobs.ts';
export { deleteDueStrays } from './strays.ts';
