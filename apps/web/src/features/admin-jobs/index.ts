export { AdminJobs } from './admin-jobs.tsx';
