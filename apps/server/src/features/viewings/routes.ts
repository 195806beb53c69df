import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getViewedThumbnails } from './get-viewed-thumbnails.ts';
import { getViewedPath, getViewing, listViewedChildren, searchViewed } from './read-viewed.ts';
import { startViewing, stopViewing } from './start-viewing.ts';

/**
 * Separate calls that only read. No other call accepts a viewing, so nothing can be changed in another person's name.
 */
export function viewingRoutes(
  services: Pick<Services, 'blobs' | 'clock' | 'db' | 'newId' | 'settings'>,
): readonly Route[] {
  return [
    personRoute('startViewing', async ({ actor, params, body, once }) =>
      startViewing({ ...services, once }, actor, { ...params, wanted: body }),
    ),
    personRoute('getViewing', async ({ actor, params }) => getViewing(services, actor, params.viewingId)),
    personRoute('stopViewing', async ({ actor, params }) => stopViewing(services, actor, params.viewingId)),
    personRoute('listViewedChildren', async ({ actor, params, query }) =>
      listViewedChildren(services, actor, { ...params, query }),
    ),
    personRoute('searchViewed', async ({ actor, params, query }) =>
      searchViewed(services, actor, { ...params, ...query }),
    ),
    personRoute('getViewedThumbnails', async ({ actor, params, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return await getViewedThumbnails(services, actor, { ...params, ...body });
    }),
    personRoute('getViewedPath', async ({ actor, params }) => getViewedPath(services, actor, params)),
  ];
}
