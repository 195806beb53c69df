import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getOverview } from './get-overview.ts';
import { getUseHistory } from './get-use-history.ts';
import type { RuntimeStatus } from './model.ts';

export function overviewRoutes(
  services: Pick<Services, 'clock' | 'config' | 'db'> & { readonly status: RuntimeStatus },
): readonly Route[] {
  return [
    personRoute('getAdminOverview', async ({ actor }) => getOverview(services, actor.person)),
    personRoute('getUseHistory', async ({ actor, query }) => getUseHistory(services, actor.person, query)),
  ];
}
