import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { getSpace, listSpaces } from './get-space.ts';

export function spacesRoutes(services: Pick<Services, 'db'>): readonly Route[] {
  return [
    personRoute('listSpaces', async ({ actor }) => ok(await listSpaces(services, actor.person))),
    personRoute('getSpace', async ({ actor, params }) => getSpace(services, actor.person, params.spaceId)),
  ];
}
