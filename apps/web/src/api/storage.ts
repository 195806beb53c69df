import type { OperationResponse, StorageFinding, StorageJob, StorageReport } from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import type { Stretch } from './nodes.ts';
import type { Query, QueryCache } from './query-cache.ts';

// Calls of whoever looks after the store.

/** The doctor waits for a store that does not answer, several times. */
const EXAMINATION_LIMIT_MS = 180_000;

export const storageKeys = {
  all: ['storage'],
  report: ['storage', 'report'],
  job: (jobId: string) => ['storage', 'job', jobId],
} as const;

const pageOf = ({ at, limit }: Stretch) => ({ at: String(at), limit: String(limit) });

export function storageQuery(): Query<StorageReport> {
  return { key: storageKeys.report, read: (signal) => callOrThrow('getStorage', { signal }) };
}

/** Surveys and repairs, the newest first. */
export function jobsQuery(stretch: Stretch): Query<OperationResponse<'listStorageJobs'>> {
  return {
    key: ['storage', 'jobs', stretch.at, stretch.limit],
    read: (signal) => callOrThrow('listStorageJobs', { query: pageOf(stretch), signal }),
  };
}

export function spaceUseQuery(stretch: Stretch): Query<OperationResponse<'listSpaceUse'>> {
  return {
    key: ['storage', 'spaces', stretch.at, stretch.limit],
    read: (signal) => callOrThrow('listSpaceUse', { query: pageOf(stretch), signal }),
  };
}

/** Damaged versions of all spaces, without names. */
export function allDamageQuery(stretch: Stretch): Query<OperationResponse<'listAllDamage'>> {
  return {
    key: ['storage', 'damage', stretch.at, stretch.limit],
    read: (signal) => callOrThrow('listAllDamage', { query: pageOf(stretch), signal }),
  };
}

export function findingsQuery(
  jobId: string,
  kind: StorageFinding['kind'] | undefined,
  stretch: Stretch,
): Query<OperationResponse<'listStorageFindings'>> {
  return {
    key: [...storageKeys.job(jobId), 'findings', kind ?? '', stretch.at, stretch.limit],
    read: (signal) =>
      callOrThrow('listStorageFindings', {
        params: { jobId },
        query: { ...pageOf(stretch), ...(kind === undefined ? {} : { kind }) },
        signal,
      }),
  };
}

/** Lets the doctor try everything; what it says becomes part of the report. */
export async function examineStore(cache: QueryCache): Promise<void> {
  await callOrThrow('examineStorage', { timeLimitMs: EXAMINATION_LIMIT_MS });
  await cache.refetch(storageQuery());
}

export async function startSurvey(cache: QueryCache): Promise<StorageJob> {
  const job = await callOrThrow('startSurvey');
  await cache.invalidate(storageKeys.all);
  return job;
}

export async function startRepair(
  cache: QueryCache,
  survey: StorageJob,
  allowMany: boolean,
): Promise<StorageJob> {
  const job = await callOrThrow('startRepair', { params: { jobId: survey.id }, body: { allowMany } });
  await cache.invalidate(storageKeys.all);
  return job;
}

export async function cancelJob(cache: QueryCache, jobId: string): Promise<StorageJob> {
  const job = await callOrThrow('cancelStorageJob', { params: { jobId } });
  await cache.invalidate(storageKeys.all);
  return job;
}
