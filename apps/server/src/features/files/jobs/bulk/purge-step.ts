import type { Services } from '../../../../services.ts';
import { failJob } from '../end-job.ts';
import { finishPurge } from '../../trash/finish-purge.ts';
import { STEPS_BEFORE_ANSWER } from '../../trash/purge-nodes.ts';
import type { JobRow } from '../model.ts';
import { bulkStep } from './bulk-step.ts';

/**
 * First starts the permanent deletion of all items, then deletes their descendants. The job ends when no descendant is
 * left, even if another run deleted the last ones, and fails if a space is put on hold meanwhile.
 */
export async function purgeStep(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>,
  job: JobRow,
): Promise<void> {
  if (job.done + job.failed < job.total) return await bulkStep(services, job);
  for (const spaceId of job.space_ids) {
    const { isDone, isOnHold } = await finishPurge(services, { spaceId, stepsMax: STEPS_BEFORE_ANSWER });
    if (isOnHold === true) return await failJob(services, { jobId: job.id, code: 'under_hold' });
    if (!isDone) return;
  }
  await bulkStep(services, job);
}
