import type { JobDetails, JobList, JobsQuery, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { findJob, listJobsOf } from '../store/jobs.ts';
import { mayReachJob } from './job-access.ts';
import { presentJob, presentJobDetails } from './present-job.ts';

export async function listJobs(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  { only, limit }: JobsQuery,
): Promise<JobList> {
  const jobs = await listJobsOf(db, { actorId: actor.id, only, limit });
  return { items: jobs.map(presentJob) };
}

export async function getJob(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  jobId: string,
): Outcome<JobDetails, { readonly code: 'job_not_found' }> {
  const job = await findJob(db, jobId);
  if (job === undefined || !(await mayReachJob(db, actor, job))) return err({ code: 'job_not_found' });
  return ok(await presentJobDetails(db, job));
}
