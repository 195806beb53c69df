export { runStorageJobs } from './run-jobs.ts';
export { deleteDueStrays } from './strays.ts';
