import type { NotificationPage } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';

const SHOWN = '20';

export const notificationKeys = { all: ['notifications'] } as const;

export function notificationsQuery(after: string | undefined) {
  return queryOptions({
    queryKey: [...notificationKeys.all, after ?? null],
    queryFn: ({ signal }) =>
      callOrThrow('listNotifications', {
        query: { limit: SHOWN, ...(after !== undefined && { after }) },
        signal,
      }),
    staleTime: 60_000,
  });
}

/** Clears the badge at once. Items stay bold until the list is opened again. */
export async function readNotifications(cache: QueryCache, upTo: string): Promise<void> {
  const { queryKey } = notificationsQuery(undefined);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (page: NotificationPage | undefined) => page && { ...page, unread: 0 });
  await callOrThrow('readNotifications', { body: { upTo } });
}
