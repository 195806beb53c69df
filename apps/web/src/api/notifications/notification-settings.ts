import type { NotificationSettings, OperationInput } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { ensure, invalidate, type QueryCache } from '../calls/query-cache.ts';

export function notificationSettingsQuery() {
  return queryOptions({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => callOrThrow('getNotificationSettings', { signal }),
  });
}

export type NotificationChoices = OperationInput<'changeNotificationSettings', 'body'>;

let lastChange: Promise<unknown> = Promise.resolve();

/** Each call sends all choices, so calls run one after another and `change` gets those of the last answer. */
export async function changeNotificationSettings(
  cache: QueryCache,
  change: (choices: NotificationChoices) => NotificationChoices,
): Promise<NotificationSettings> {
  const { queryKey } = notificationSettingsQuery();
  const changing = lastChange.then(async () => {
    const { choices, language } = await ensure(cache, notificationSettingsQuery());
    const changed = await callOrThrow('changeNotificationSettings', { body: change({ choices, language }) });
    cache.setQueryData(queryKey, changed);
    return changed;
  });
  lastChange = Promise.allSettled([changing]);
  try {
    return await changing;
  } finally {
    await invalidate(cache, queryKey);
  }
}
