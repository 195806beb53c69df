import type { QueryCache } from '../calls/query-cache.ts';
import { pagesQuery } from '../calls/pages-query.ts';
import { notificationKeys, notificationsQuery, readNotificationPage } from './notifications.ts';

/** All notifications, beginning with those that the bell has loaded. Apart from it, because the bell is loaded first. */
export function notificationPagesQuery(cache: QueryCache) {
  const newest = cache.getQueryState(notificationsQuery().queryKey);
  return {
    ...pagesQuery([...notificationKeys.all, 'pages'], readNotificationPage, { staleTime: 60_000 }),
    // Each opening begins with the bell again.
    gcTime: 0,
    ...(newest?.data !== undefined && {
      initialData: { pages: [newest.data], pageParams: [undefined] },
      initialDataUpdatedAt: newest.dataUpdatedAt,
    }),
  };
}
