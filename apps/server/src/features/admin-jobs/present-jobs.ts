import { type AdminJob, SpaceId } from '@coffer/contracts';
import { isRetryable, type JobOfAll } from '../files/index.ts';
import type { findSpaceNames } from '../spaces/index.ts';
import type { NamedJobRow } from '../storage/index.ts';

type SpaceNames = Awaited<ReturnType<typeof findSpaceNames>>;

export const SPACES_SHOWN = 3;

/** Presents a job of files. `mayAct` says whether the reader is an administrator. */
export function presentFileJob(
  job: JobOfAll,
  { spaces, mayAct }: { readonly spaces: SpaceNames; readonly mayAct: boolean },
): AdminJob {
  const isOpen = job.state === 'running' || job.state === 'undoing';
  const isUndo = job.state === 'undoing' || job.state === 'undone';
  const isWaiting = isOpen && job.tries > 0;
  // The list of the job's items is not complete yet.
  const isUncounted = job.state === 'running' && job.total === 0;
  const total = isUndo ? job.done : job.total;
  return {
    id: job.id,
    kind: job.kind,
    state: isWaiting ? 'waiting' : job.state,
    personName: job.person_name,
    spaces: job.space_ids
      .slice(0, SPACES_SHOWN)
      .flatMap((id) => spaces.get(id) ?? [])
      .map(({ id, name, kind, owner_name: ownerName }) => ({
        id: SpaceId.parse(id),
        name,
        kind,
        ownerName,
      })),
    total: isUncounted ? null : total,
    done: isUndo ? job.undone : job.done,
    refused: isUndo ? job.kept : job.failed,
    tries: job.tries,
    retryAt: isOpen ? (job.retry_at?.toISOString() ?? null) : null,
    code: job.state === 'failed' ? job.code : null,
    createdAt: job.created_at.toISOString(),
    updatedAt: job.updated_at.toISOString(),
    finishedAt: job.finished_at?.toISOString() ?? null,
    mayRetry: mayAct && (isWaiting || isRetryable(job)),
    mayCancel: mayAct && isOpen,
  };
}

const STATES = {
  queued: 'waiting',
  running: 'running',
  done: 'done',
  stopped: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<NamedJobRow['state'], AdminJob['state']>;

export function presentStorageJob(job: NamedJobRow, { mayAct }: { readonly mayAct: boolean }): AdminJob {
  const { objects, mended, settled } = job.counts;
  return {
    id: job.id,
    kind: job.kind,
    state: STATES[job.state],
    personName: job.person_name,
    spaces: [],
    total: null,
    done: job.kind === 'survey' ? objects : mended + settled,
    refused: 0,
    tries: 0,
    retryAt: null,
    code: job.stop_reason,
    createdAt: job.created_at.toISOString(),
    updatedAt: job.updated_at.toISOString(),
    finishedAt: job.finished_at?.toISOString() ?? null,
    mayRetry: mayAct && job.state === 'stopped',
    mayCancel: mayAct && job.finished_at === null,
  };
}
