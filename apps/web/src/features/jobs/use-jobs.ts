import type { JobDetails, JobView } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import {
  announceJobs,
  closeJobs,
  isEndAwaited,
  isEndAnnounced,
  onJobsAnnounced,
  openJobs,
  listAnnouncedEnds,
} from '../../api/jobs/announced.ts';
import { runningJobsQuery } from '../../api/jobs/bulk.ts';
import { readJob } from '../../api/jobs/jobs.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';

/** Polls as a fallback for connections without change events. */
const LOOK_EVERY_MS = 2 * SECOND_MS;

export interface SeenJobs {
  readonly running: readonly JobView[];
  /** Jobs that ended while the page was open and were not announced by a message. Newest first. */
  readonly ended: readonly JobDetails[];
  readonly dismiss: (jobId: string) => void;
  readonly look: () => void;
}

export function useJobs(): SeenJobs {
  const cache = useQueryCache();
  const { data, readAt, refetch } = useQuery(runningJobsQuery());
  const seen = useRef<ReadonlySet<string>>(new Set());
  const open = useSyncExternalStore(onJobsAnnounced, openJobs);
  const announced = useSyncExternalStore(onJobsAnnounced, listAnnouncedEnds);
  const isAwaited = useSyncExternalStore(onJobsAnnounced, isEndAwaited);
  const [ended, setEnded] = useState<readonly JobDetails[]>([]);
  const running = data?.items ?? [];
  useEvery(running.length + open.length > 0 ? LOOK_EVERY_MS : undefined, async () => await refetch());
  const lookAgain = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (open.length > 0) lookAgain();
  }, [open]);
  const follow = async (gone: readonly string[]): Promise<void> => {
    const read = await Promise.all(gone.map(readEnd));
    const known = read.filter((each) => typeof each === 'object');
    setEnded((before) => [...known, ...before.filter(({ id }) => !known.some((job) => job.id === id))]);
    closeJobs(gone.filter((_, position) => read[position] !== 'later'));
    announceJobs(gone.filter((_, position) => read[position] === 'later'));
    await invalidateTree(cache);
  };
  const compare = useEffectEvent(() => {
    const ids = new Set<string>(running.map(({ id }) => id));
    const gone = [...new Set([...seen.current, ...open])].filter((id) => !ids.has(id));
    seen.current = ids;
    if (gone.length > 0) void follow(gone);
  });
  useEffect(() => {
    if (readAt > 0) compare();
  }, [readAt]);
  return {
    running,
    ended: ended.filter(
      (job) => !isAwaited && !isEndAnnounced(announced, job) && !running.some(({ id }) => id === job.id),
    ),
    dismiss: (jobId) => setEnded((before) => before.filter(({ id }) => id !== jobId)),
    look: () => void refetch(),
  };
}

/** `later`: the job is still running, or cannot be read now. `unknown`: the job no longer exists. */
async function readEnd(jobId: string): Promise<JobDetails | 'later' | 'unknown'> {
  try {
    const job = await readJob(jobId);
    return job.state === 'running' || job.state === 'undoing' ? 'later' : job;
  } catch (cause) {
    return apiErrorOf(cause).code === 'job_not_found' ? 'unknown' : 'later';
  }
}
