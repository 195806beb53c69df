import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` gives if it does so in time, else `otherwise`. The work goes on, and what it does counts when it is done. */
export async function waitAtMost<T>(ms: number, otherwise: T, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const waited = sleep(ms, otherwise, { signal: timer.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, waited]);
  } finally {
    timer.abort();
  }
}
