export {
  changeNotifications,
  findUnseen,
  listTold,
  notify,
  ringAgain,
  withdrawNotifications,
} from './notify.ts';
export { listNotified } from './store/notifications.ts';
export { findMailLanguage } from './store/choices.ts';
export { pruneNotifications } from './prune-notifications.ts';
