import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getOverview } from './get-overview.ts';
import type { Standing } from './model.ts';

export function overviewRoutes(
  services: Pick<Services, 'clock' | 'config' | 'db'> & { readonly standing: Standing },
): readonly Route[] {
  return [personRoute('getAdminOverview', async ({ actor }) => getOverview(services, actor.person))];
}
