import type { Services } from '../../../../services.ts';
import { finishPurge } from '../../trash/finish-purge.ts';
import { STEPS_BEFORE_ANSWER } from '../../trash/purge-nodes.ts';
import type { JobRow } from '../model.ts';
import { bulkStep } from './bulk-step.ts';

/**
 * First the deletion of all items begins, then what is below them is deleted. The job ends when the room is free, also of what
 * others delete there meanwhile.
 */
export async function purgeStep(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>,
  job: JobRow,
): Promise<void> {
  if (job.done + job.failed < job.total) return await bulkStep(services, job);
  for (const spaceId of job.space_ids) {
    const { isDone } = await finishPurge(services, { spaceId, stepsMax: STEPS_BEFORE_ANSWER });
    if (!isDone) return;
  }
  await bulkStep(services, job);
}
