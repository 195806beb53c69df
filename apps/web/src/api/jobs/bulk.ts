import {
  type JobDetails,
  type JobPreview,
  type JobRequest,
  LIMITS,
  type NodeId,
  type PastEffect,
  type Selection,
  type TakenNames,
  type TakenRequest,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { complementWithin, type RangeSet } from '../../lib/ranges/range-set.ts';
import { callOrThrow } from '../calls/client.ts';
import { announceEnd, announceJobs, awaitEnd } from './announced.ts';

/** The server may save a million items before it responds. */
const START_LIMIT_MS = 120_000;

export function previewJob(body: JobRequest): Promise<JobPreview> {
  return callOrThrow('previewJob', { body });
}

export function listTaken(body: TakenRequest): Promise<TakenNames> {
  return callOrThrow('listTaken', { body });
}

/**
 * Starts a job. An unfinished job continues at the server and is shown by every page of the person; if it has already
 * ended, the caller reports the end.
 */
export async function startJob(body: JobRequest): Promise<JobDetails> {
  return await begin(() => callOrThrow('startJob', { body, timeLimitMs: START_LIMIT_MS }));
}

async function begin(call: () => Promise<JobDetails>): Promise<JobDetails> {
  return await awaitEnd(async () => {
    const job = await call();
    if (job.state === 'running') announceJobs([job.id]);
    else announceEnd(job.id, job.state);
    return job;
  });
}

export function previewRestore(nodeId: NodeId, moment: string): Promise<PastEffect> {
  return callOrThrow('previewRestore', { params: { nodeId }, body: { moment } });
}

export async function restoreFolder(nodeId: NodeId, moment: string): Promise<JobDetails> {
  const given = { params: { nodeId }, body: { moment }, timeLimitMs: START_LIMIT_MS };
  return await begin(() => callOrThrow('restoreFolder', given));
}

export const jobKeys = { all: ['jobs'] as const, running: ['jobs', 'running'] as const };

export function runningJobsQuery() {
  return queryOptions({
    queryKey: jobKeys.running,
    queryFn: ({ signal }) => callOrThrow('listJobs', { query: { only: 'running' }, signal }),
  });
}

interface Chosen {
  readonly selection: RangeSet;
  readonly total: number;
  /** Resolves to the ids of the selected rows, or to none if the list has changed. */
  readonly idsOf: (selection: RangeSet) => Promise<readonly NodeId[]>;
  /**
   * Selects everything in the list except these items. Undefined if the list is incomplete, because the person did not
   * select the rest.
   */
  readonly allBut: ((except: NodeId[]) => Selection) | undefined;
}

/**
 * Reads as few rows as possible: the selected ones, or all others. Resolves to undefined if the list has changed, and
 * to `too_many` if neither fits into one call.
 */
export async function expressionOf({
  selection,
  total,
  idsOf,
  allBut,
}: Chosen): Promise<Selection | 'too_many' | undefined> {
  const others = complementWithin(selection, total);
  if (allBut !== undefined && others.count < selection.count && others.count <= LIMITS.selectedMax) {
    const except = others.count === 0 ? [] : await idsOf(others);
    return except.length === others.count ? allBut([...except]) : undefined;
  }
  if (selection.count > LIMITS.selectedMax) return 'too_many';
  const ids = await idsOf(selection);
  return ids.length === 0 ? undefined : { of: 'items', ids: [...ids] };
}
