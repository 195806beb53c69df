import { callOrThrow } from '../calls/client.ts';
import { announceJobs } from './announced.ts';

/** Finds jobs that an earlier page started, because their announcement may come late. */
export async function lookForJobs(): Promise<void> {
  const query = { only: 'running', limit: '1' } as const;
  const [running] = await Promise.allSettled([callOrThrow('listJobs', { query })]);
  if (running.status === 'fulfilled' && running.value.items.length > 0) announceJobs();
}
