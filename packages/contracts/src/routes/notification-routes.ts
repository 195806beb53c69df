export const NOTIFICATION_ROUTES = {
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    access: 'person',
    status: 200,
    isBackgroundPoll: true,
  },
  readNotifications: { method: 'POST', path: '/notifications/read', access: 'person', status: 204 },
} as const;
