import { callOrThrow } from '../calls/client.ts';
import { announceJobs } from './announced.ts';

/** What an earlier page has begun may take long until it is announced again. */
export async function lookForJobs(): Promise<void> {
  const query = { only: 'running', limit: '1' } as const;
  const [running] = await Promise.allSettled([callOrThrow('listJobs', { query })]);
  if (running.status === 'fulfilled' && running.value.items.length > 0) announceJobs();
}
