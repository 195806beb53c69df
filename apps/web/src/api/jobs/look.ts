import { callOrThrow } from '../calls/client.ts';
import { announceJobs } from './announced.ts';

/** An earlier page may have started a job that is announced late. */
export async function lookForJobs(): Promise<void> {
  const query = { only: 'running', limit: '1' } as const;
  const [running] = await Promise.allSettled([callOrThrow('listJobs', { query })]);
  if (running.status === 'fulfilled' && running.value.items.length > 0) announceJobs();
}
