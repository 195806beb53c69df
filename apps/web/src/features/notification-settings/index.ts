export { NotificationChoicesPage } from './notification-choices.tsx';
