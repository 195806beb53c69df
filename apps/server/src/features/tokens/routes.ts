import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { createToken, deleteToken, getCurrentToken, listTokens } from './own-tokens.ts';

export function tokenRoutes(services: Pick<Services, 'clock' | 'db' | 'newId'>): readonly Route[] {
  return [
    personRoute('getCurrentToken', async ({ actor }) => getCurrentToken(services, actor)),
    personRoute('listTokens', async ({ actor }) => listTokens(services, actor.person.id)),
    personRoute('createToken', async ({ actor, body }) => createToken(services, actor, body)),
    personRoute('deleteToken', async ({ actor, params }) =>
      deleteToken(services, { actorId: actor.person.id, userId: actor.person.id, ...params }),
    ),
  ];
}
