import {
  ChangeNotificationSettingsRequest,
  MailState,
  NotificationSettings,
  TestMailRequest,
  TestMailResult,
} from '../mail/mail.ts';
import { ROUTES } from '../routes/routes.ts';

export const mailOperations = {
  getNotificationSettings: {
    ...ROUTES.getNotificationSettings,
    summary: 'Notification settings for the bell and mail',
    response: NotificationSettings,
  },
  changeNotificationSettings: {
    ...ROUTES.changeNotificationSettings,
    summary: 'Change the notification settings',
    body: ChangeNotificationSettingsRequest,
    response: NotificationSettings,
  },
  getMail: {
    ...ROUTES.getMail,
    summary: 'The mail server, and how many messages wait for it',
    response: MailState,
  },
  sendTestMail: {
    ...ROUTES.sendTestMail,
    summary: 'Send a message to oneself now, and tell what the mail server answers',
    body: TestMailRequest,
    response: TestMailResult,
  },
} as const;
