import { changedNothing, inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { isTooMany, type JobRow, type Step, type Stop } from './model.ts';
import { repairStep } from './repair.ts';
import { endJob, findJob, lockOpenJob, saveStep } from './store/jobs.ts';
import { surveyStep } from './survey.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log' | 'newId'>;

/** The maximum number of steps in one run. The next run continues. */
const STEPS_MAX = 10_000;

/**
 * Background job: runs the requested survey or repair, and returns the number of steps. Each step is saved, so a
 * restart resumes.
 */
export async function runStorageJobs(services: Needs): Promise<number> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const job = await inTransaction(services.db, async (tx) => {
      const open = await lockOpenJob(tx);
      if (open === undefined) changedNothing(tx);
      return open;
    });
    if (job === undefined) return steps;
    const step = await attempt(services, job);
    const now = services.clock.now();
    if ('stop' in step) {
      services.log.warn('storage_job_stopped', { jobId: job.id, kind: job.kind, reason: step.stop });
      await endJob(services.db, job.id, { state: 'stopped', reason: step.stop, now });
    } else {
      await inTransaction(services.db, async (tx) => await saveStep(tx, job, { ...step, now }));
    }
  }
  return STEPS_MAX;
}

async function attempt(services: Needs, job: JobRow): Promise<Step | Stop> {
  try {
    if (job.kind === 'survey') return await surveyStep(services, job);
    const survey = job.survey_id === null ? undefined : await findJob(services.db, job.survey_id);
    if (survey === undefined || (isTooMany(survey.counts) && !job.allow_many)) {
      return { stop: 'too_many_orphans' };
    }
    return await repairStep(services, job);
  } catch (error) {
    // A bug stops this job only, not the background loop.
    services.log.error('storage_job_failed', { jobId: job.id, kind: job.kind }, error);
    return { stop: 'internal' };
  }
}
