import { lazy } from 'react';

/** What goes on at the server for the person, in a corner of every screen. Loaded when something does. */
export const JobTray = lazy(async () => ({ default: (await import('./job-tray.tsx')).JobTray }));
