import type { JobDetails, JobView } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { runningJobsQuery } from '../../api/jobs/bulk.ts';
import { readJob } from '../../api/jobs/jobs.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';

/** Changes are announced; this is for a line on which they do not come. */
const LOOK_EVERY_MS = 2 * SECOND_MS;

export interface SeenJobs {
  readonly running: readonly JobView[];
  /** Ended while somebody looked. Newest first. */
  readonly ended: readonly JobDetails[];
  readonly dismiss: (jobId: string) => void;
  readonly look: () => void;
}

export function useJobs(): SeenJobs {
  const cache = useQueryCache();
  const { data, refetch } = useQuery(runningJobsQuery());
  const seen = useRef<ReadonlySet<string>>(new Set());
  const [ended, setEnded] = useState<readonly JobDetails[]>([]);
  const running = data?.items ?? [];
  useEvery(running.length > 0 ? LOOK_EVERY_MS : undefined, async () => await refetch());
  const follow = useEffectEvent(async (gone: readonly string[]) => {
    const read = await Promise.allSettled(gone.map(async (id) => await readJob(id)));
    const known = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    setEnded((before) => [...known, ...before.filter(({ id }) => !gone.includes(id))]);
    await invalidateTree(cache);
  });
  useEffect(() => {
    if (data === undefined) return;
    const ids = new Set<string>(data.items.map(({ id }) => id));
    const gone = [...seen.current].filter((id) => !ids.has(id));
    seen.current = ids;
    if (gone.length > 0) void follow(gone);
  }, [data]);
  return {
    running,
    ended: ended.filter(({ id }) => !running.some((job) => job.id === id)),
    dismiss: (jobId) => setEnded((before) => before.filter(({ id }) => id !== jobId)),
    look: () => void refetch(),
  };
}
