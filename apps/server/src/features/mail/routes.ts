import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getMail } from './get-mail.ts';
import { sendTestMail } from './send-test-mail.ts';

export function mailRoutes(
  services: Pick<Services, 'config' | 'db' | 'log' | 'mail' | 'newId' | 'settings'>,
): readonly Route[] {
  return [
    personRoute('getMail', async ({ actor }) => getMail(services, actor.person)),
    personRoute('sendTestMail', async ({ actor, body }) =>
      sendTestMail(services, actor.person, body.language),
    ),
  ];
}
