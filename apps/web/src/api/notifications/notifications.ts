import type { NotificationPage } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';

const SHOWN = '20';

export const notificationKeys = { all: ['notifications'] } as const;

/** The newest notifications, and how many are new. */
export function notificationsQuery() {
  return queryOptions({
    queryKey: [...notificationKeys.all, 'newest'],
    queryFn: ({ signal }) => readNotificationPage(undefined, signal),
    staleTime: 60_000,
  });
}

export async function readNotificationPage(
  after: string | undefined,
  signal: AbortSignal,
): Promise<NotificationPage> {
  const query = { limit: SHOWN, ...(after !== undefined && { after }) };
  return await callOrThrow('listNotifications', { query, signal });
}

/** Clears the badge at once. Items stay bold until the list is opened again. */
export async function readNotifications(cache: QueryCache, upTo: string): Promise<void> {
  const { queryKey } = notificationsQuery();
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (page) => page && { ...page, unread: 0 });
  await callOrThrow('readNotifications', { body: { upTo } });
}
