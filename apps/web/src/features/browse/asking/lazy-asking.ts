import { lazy } from '../../../ui/loading/lazy.tsx';

/** Lets the person ask for access to an item, or answer the requests of others for it. */
export const AccessRequests = lazy(async () => ({
  default: (await import('./access-requests.tsx')).AccessRequests,
}));

/** Asks for access to one item, from any page that was refused. */
export const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));
