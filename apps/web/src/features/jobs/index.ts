import { lazy } from '../../ui/loading/lazy.tsx';

/** The person's running jobs, in a corner of every screen. Loaded when a job starts. */
export const JobTray = lazy(async () => ({ default: (await import('./job-tray.tsx')).JobTray }));
