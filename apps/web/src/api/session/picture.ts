import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';

const FRESH_MS = 3_600_000;

export function pictureQuery() {
  return queryOptions({
    queryKey: ['picture'],
    queryFn: ({ signal }) => callOrThrow('getPicture', { signal }),
    staleTime: FRESH_MS,
  });
}

export async function setPicture(cache: QueryCache, picture: string): Promise<void> {
  await callOrThrow('setPicture', { body: { picture } });
  cache.setQueryData(pictureQuery().queryKey, { picture });
}

export async function removePicture(cache: QueryCache): Promise<void> {
  await callOrThrow('removePicture');
  cache.setQueryData(pictureQuery().queryKey, { picture: null });
}
