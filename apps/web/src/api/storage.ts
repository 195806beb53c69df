import type { SpaceId, StorageFinding, StorageJob } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './calls/client.ts';
import type { Stretch } from './nodes.ts';
import { invalidate, type QueryCache } from './calls/query-cache.ts';

/** The doctor waits several times for a store that does not respond. */
const EXAMINATION_LIMIT_MS = 180_000;

export const storageKeys = {
  all: ['storage'],
  report: ['storage', 'report'],
  job: (jobId: string) => ['storage', 'job', jobId],
} as const;

const pageOf = ({ at, limit }: Stretch) => ({ at: String(at), limit: String(limit) });

export function storageQuery() {
  return queryOptions({
    queryKey: storageKeys.report,
    queryFn: ({ signal }) => callOrThrow('getStorage', { signal }),
  });
}

export function jobsQuery(stretch: Stretch) {
  return queryOptions({
    queryKey: ['storage', 'jobs', stretch.at, stretch.limit],
    queryFn: ({ signal }) => callOrThrow('listStorageJobs', { query: pageOf(stretch), signal }),
    placeholderData: keepPreviousData,
  });
}

export function spaceUseQuery(stretch: Stretch) {
  return queryOptions({
    queryKey: ['storage', 'spaces', stretch.at, stretch.limit],
    queryFn: ({ signal }) => callOrThrow('listSpaceUse', { query: pageOf(stretch), signal }),
    placeholderData: keepPreviousData,
  });
}

export async function changeSpaceQuota(
  cache: QueryCache,
  { spaceId, quotaBytes }: { readonly spaceId: SpaceId; readonly quotaBytes: number },
): Promise<void> {
  await callOrThrow('changeSpaceQuota', { params: { spaceId }, body: { quotaBytes } });
  await Promise.all([invalidate(cache, storageKeys.all), invalidate(cache, ['administration'])]);
}

export function allDamageQuery(stretch: Stretch) {
  return queryOptions({
    queryKey: ['storage', 'damage', stretch.at, stretch.limit],
    queryFn: ({ signal }) => callOrThrow('listAllDamage', { query: pageOf(stretch), signal }),
    placeholderData: keepPreviousData,
  });
}

export function findingsQuery(jobId: string, kind: StorageFinding['kind'] | undefined, stretch: Stretch) {
  return queryOptions({
    queryKey: [...storageKeys.job(jobId), 'findings', kind ?? '', stretch.at, stretch.limit],
    queryFn: ({ signal }) =>
      callOrThrow('listStorageFindings', {
        params: { jobId },
        query: { ...pageOf(stretch), ...(kind === undefined ? {} : { kind }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export async function examineStore(cache: QueryCache): Promise<void> {
  await callOrThrow('examineStorage', { timeLimitMs: EXAMINATION_LIMIT_MS });
  await invalidate(cache, storageQuery().queryKey);
}

export async function startSurvey(cache: QueryCache): Promise<StorageJob> {
  const job = await callOrThrow('startSurvey');
  await invalidate(cache, storageKeys.all);
  return job;
}

export async function startRepair(
  cache: QueryCache,
  survey: StorageJob,
  allowMany: boolean,
): Promise<StorageJob> {
  const job = await callOrThrow('startRepair', { params: { jobId: survey.id }, body: { allowMany } });
  await invalidate(cache, storageKeys.all);
  return job;
}

export async function cancelJob(cache: QueryCache, jobId: string): Promise<StorageJob> {
  const job = await callOrThrow('cancelStorageJob', { params: { jobId } });
  await invalidate(cache, storageKeys.all);
  return job;
}
