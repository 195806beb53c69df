import type { OperationResponse } from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import type { Query, QueryCache } from './query-cache.ts';

const FRESH_MS = 3_600_000;

export function pictureQuery(): Query<OperationResponse<'getPicture'>> {
  return {
    key: ['picture'],
    read: (signal) => callOrThrow('getPicture', { signal }),
    freshMs: FRESH_MS,
  };
}

export async function setPicture(cache: QueryCache, picture: string): Promise<void> {
  await callOrThrow('setPicture', { body: { picture } });
  cache.set(pictureQuery(), { picture });
}

export async function removePicture(cache: QueryCache): Promise<void> {
  await callOrThrow('removePicture');
  cache.set(pictureQuery(), { picture: null });
}
