import type { WorkQueue } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

const KEY = ['administration', 'jobs'] as const;

export function adminJobsQuery() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => callOrThrow('listAdminJobs', { signal }),
  });
}

export async function retryAdminJob(cache: QueryCache, jobId: string): Promise<void> {
  await callOrThrow('retryAdminJob', { params: { jobId } });
  await invalidate(cache, KEY);
}

export async function cancelAdminJob(cache: QueryCache, jobId: string): Promise<void> {
  await callOrThrow('cancelAdminJob', { params: { jobId } });
  await invalidate(cache, KEY);
}

export async function retryQueue(cache: QueryCache, queue: WorkQueue): Promise<void> {
  await callOrThrow('retryQueue', { params: { queue } });
  await invalidate(cache, KEY);
}
