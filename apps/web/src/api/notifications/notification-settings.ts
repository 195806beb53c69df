import type { NotificationSettings, OperationInput } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

export function notificationSettingsQuery() {
  return queryOptions({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => callOrThrow('getNotificationSettings', { signal }),
  });
}

export async function changeNotificationSettings(
  cache: QueryCache,
  body: OperationInput<'changeNotificationSettings', 'body'>,
): Promise<NotificationSettings> {
  const changed = await callOrThrow('changeNotificationSettings', { body });
  await invalidate(cache, notificationSettingsQuery().queryKey);
  return changed;
}
