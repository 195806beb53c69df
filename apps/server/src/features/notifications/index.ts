export { notify } from './notify.ts';
export { pruneNotifications } from './prune-notifications.ts';
