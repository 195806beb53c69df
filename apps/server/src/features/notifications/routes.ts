import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';

export function notificationsRoutes(services: Pick<Services, 'clock' | 'db'>): readonly Route[] {
  return [
    personRoute('listNotifications', async ({ actor, query }) =>
      listNotifications(services, actor.person, query),
    ),
    personRoute('readNotifications', async ({ actor, body }) =>
      readNotifications(services, actor.person, body),
    ),
  ];
}
