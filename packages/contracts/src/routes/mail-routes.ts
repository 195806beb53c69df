export const MAIL_ROUTES = {
  getNotificationSettings: { method: 'GET', path: '/me/notifications', access: 'person', status: 200 },
  changeNotificationSettings: { method: 'PATCH', path: '/me/notifications', access: 'person', status: 200 },
  getMail: { method: 'GET', path: '/admin/mail', access: 'person', status: 200 },
  sendTestMail: { method: 'POST', path: '/admin/mail/test', access: 'person', status: 200 },
} as const;
