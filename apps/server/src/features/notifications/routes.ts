import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { listNotifications } from './list-notifications.ts';
import { changeNotificationSettings, getNotificationSettings } from './notification-settings.ts';
import { readNotifications } from './read-notifications.ts';

export function notificationsRoutes(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'settings'>,
): readonly Route[] {
  return [
    personRoute('getNotificationSettings', async ({ actor }) =>
      getNotificationSettings(services, actor.person),
    ),
    personRoute('changeNotificationSettings', async ({ actor, body }) =>
      changeNotificationSettings(services, actor.person, body),
    ),
    personRoute('listNotifications', async ({ actor, query }) =>
      listNotifications(services, actor.person, query),
    ),
    personRoute('readNotifications', async ({ actor, body }) =>
      readNotifications(services, actor.person, body),
    ),
  ];
}
