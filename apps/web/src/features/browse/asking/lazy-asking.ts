import { lazy } from '../../../ui/loading/lazy.tsx';

/** What somebody may ask for on an item, or what others ask for there. */
export const AccessRequests = lazy(async () => ({
  default: (await import('./access-requests.tsx')).AccessRequests,
}));

/** Asks for access to one item, wherever it was refused. */
export const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));
