export { FollowedItems } from './followed-items.tsx';
export { NotificationChoicesPage } from './notification-choices.tsx';
