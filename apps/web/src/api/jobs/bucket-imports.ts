import type { BucketSource, BucketSurvey, JobDetails, NodeId } from '@coffer/contracts';
import { callOrThrow } from '../calls/client.ts';
import { announceJobs } from './announced.ts';

/** The server asks the source, which may be slow. */
const LIMIT_MS = 120_000;

export function surveyBucket(nodeId: NodeId, body: BucketSource): Promise<BucketSurvey> {
  return callOrThrow('surveyBucket', { params: { nodeId }, body, timeLimitMs: LIMIT_MS });
}

export async function importBucket(nodeId: NodeId, body: BucketSource): Promise<JobDetails> {
  const job = await callOrThrow('importBucket', { params: { nodeId }, body, timeLimitMs: LIMIT_MS });
  announceJobs([job.id]);
  return job;
}
