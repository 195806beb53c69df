import {
  NotificationPage,
  NotificationsQuery,
  ReadNotificationsRequest,
} from '../notifications/notifications.ts';
import { ROUTES } from '../routes/routes.ts';

export const notificationOperations = {
  listNotifications: {
    ...ROUTES.listNotifications,
    summary: 'What others did that concerns the person',
    query: NotificationsQuery,
    response: NotificationPage,
  },
  readNotifications: {
    ...ROUTES.readNotifications,
    summary: 'Mark notifications as read',
    body: ReadNotificationsRequest,
  },
} as const;
