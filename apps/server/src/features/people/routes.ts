import { openRoute, personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { createLinkRateLimit } from '../one-time-links/index.ts';
import { administrationRoutes } from './administration/routes.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { openLink } from './open-link.ts';
import { createPeopleSearch } from './search-people.ts';
import { useResetLink } from './use-reset-link.ts';

type Needs = Pick<
  Services,
  'cipher' | 'clock' | 'config' | 'db' | 'issuers' | 'log' | 'newId' | 'pool' | 'settings'
>;

export function peopleRoutes(services: Needs): readonly Route[] {
  const takeCall = createLinkRateLimit(services);
  const searchPeople = createPeopleSearch(services);
  return [
    ...administrationRoutes(services),
    personRoute('searchPeople', async ({ actor, query }) => searchPeople(actor.person, query)),
    openRoute('openLink', async ({ body, request }) => {
      const allowed = takeCall(request.address);
      return allowed.ok ? await openLink(services, body.code) : allowed;
    }),
    openRoute('acceptInvitation', async ({ body, request }) => {
      const allowed = takeCall(request.address);
      return allowed.ok ? await acceptInvitation(services, body) : allowed;
    }),
    openRoute('useResetLink', async ({ body, request }) => {
      const allowed = takeCall(request.address);
      return allowed.ok ? await useResetLink(services, body) : allowed;
    }),
  ];
}
