import { createHash } from 'node:crypto';
import { type JobDetails, JobRequest, type Person, type Selection } from '@coffer/contracts';
import { MINUTE_MS, type Result } from '@coffer/kit';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type JobFailure, startJob } from '../../src/features/files/jobs/bulk/start-job.ts';
import { getJob } from '../../src/features/files/jobs/read-jobs.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { valueOf, type World, type WorldServices } from '../../src/live.world.ts';

interface JobsWorld {
  readonly services: WorldServices;
  readonly owner: { readonly person: Person };
}

type Asked = z.input<typeof JobRequest>;

/** A step that throws waits, longer each time. A statement may also be too slow for a busy machine. */
export async function runToEnd(
  { services, world }: JobsWorld & { readonly world: Pick<World, 'clock'> },
  isEnded: () => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await runJobs(services);
    if (await isEnded()) return;
    world.clock.advance(6 * MINUTE_MS);
  }
}

/** Jobs as a page begins them, finished by the loop of a server. */
export function jobsOf(here: () => JobsWorld) {
  const start = async (
    asked: {
      readonly act: z.input<typeof JobRequest>['act'];
      readonly selection: z.input<typeof Selection>;
    } & Partial<Asked>,
    by: Person = here().owner.person,
    services: WorldServices = here().services,
  ): Promise<Result<JobDetails, JobFailure>> => await startJob(services, by, JobRequest.parse(asked));
  const read = async (jobId: string): Promise<JobDetails> =>
    valueOf(await getJob(here().services, here().owner.person, jobId));
  return {
    start,
    read,
    finish: async (jobId: string): Promise<JobDetails> => {
      await runJobs(here().services);
      return await read(jobId);
    },
    undo: async (jobId: string): Promise<JobDetails> => {
      valueOf(await undoJob(here().services, here().owner.person, jobId));
      await runJobs(here().services);
      return await read(jobId);
    },
  };
}

/** Of everything that a person could see of a space: names, places, sizes, versions and what lies in the trash. */
export async function treeHash(services: Pick<WorldServices, 'db'>, spaceId: string): Promise<string> {
  const query = sql<{ readonly row: string }>`
    select concat_ws(' ', id, parent_id, kind, name, name_key, current_version_id, size_bytes, trashed_at is not null) as row
    from node where space_id = ${spaceId} order by id`;
  const hash = createHash('sha256');
  for (const { row } of (await query.execute(services.db)).rows) hash.update(`${row}\n`);
  return hash.digest('hex');
}
