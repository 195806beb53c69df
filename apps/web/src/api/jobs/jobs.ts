import type { JobDetails, JobView } from '@coffer/contracts';
import { callOrThrow } from '../calls/client.ts';

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

/** Resolves when the job has ended. */
export async function followJob(jobId: string): Promise<JobDetails> {
  for (;;) {
    const job = await readJob(jobId);
    if (job.state !== 'running' && job.state !== 'undoing') return job;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
