import type { AddedLogo, OperationInput, SettingsView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

export type SettingsChange = OperationInput<'changeSettings', 'body'>;

export function settingsQuery() {
  return queryOptions({
    queryKey: ['administration', 'settings'],
    queryFn: ({ signal }) => callOrThrow('getSettings', { signal }),
  });
}

export async function changeSettings(
  cache: QueryCache,
  revision: number,
  change: SettingsChange,
): Promise<SettingsView> {
  const [changed] = await Promise.allSettled([callOrThrow('changeSettings', { revision, body: change })]);
  // Refetched also after a rejection, because somebody else may have changed the settings.
  await invalidate(cache, settingsQuery().queryKey);
  if (changed.status === 'rejected') throw changed.reason;
  return changed.value;
}

/** Uploads a logo as a `data:` URL. It is shown once a setting refers to it. */
export async function addLogo(picture: string): Promise<AddedLogo> {
  return await callOrThrow('addLogo', { body: { picture } });
}
