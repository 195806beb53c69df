import type { JobDetails, JobView } from '@coffer/contracts';
import { backoffMs, OUTAGE_BACKOFF } from '../../lib/retry/backoff.ts';
import { isTemporary } from '../../lib/retry/call-failure.ts';
import { callOrThrow } from '../calls/client.ts';
import { apiErrorOf } from '../calls/error.ts';

/** Resolves to undefined if there is nothing to undo. */
export async function fetchUndoable(): Promise<JobView | undefined> {
  return (await callOrThrow('listJobs', { query: { only: 'undoable', limit: '1' } })).items[0];
}

export function undoJob(jobId: string): Promise<JobDetails> {
  return callOrThrow('undoJob', { params: { jobId } });
}

export function readJob(jobId: string): Promise<JobDetails> {
  return callOrThrow('getJob', { params: { jobId } });
}

export function cancelJob(jobId: string): Promise<JobDetails> {
  return callOrThrow('cancelJob', { params: { jobId } });
}

const LOOK_EVERY_MS = 1_000;

/** More than 20 minutes of outage. */
const FAILURES_MAX = 60;

/** Resolves when the job has ended. An outage is waited for, because the server goes on with the job. */
export async function followJob(jobId: string): Promise<JobDetails> {
  let failures = 0;
  for (;;) {
    try {
      const job = await readJob(jobId);
      if (job.state !== 'running' && job.state !== 'undoing') return job;
      failures = 0;
    } catch (cause) {
      if (!isTemporary(apiErrorOf(cause)) || failures >= FAILURES_MAX) throw cause;
      failures += 1;
    }
    const delayMs = failures === 0 ? LOOK_EVERY_MS : backoffMs(OUTAGE_BACKOFF, failures - 1);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
