import { setTimeout as sleep } from 'node:timers/promises';

/** A timeout does not cancel `work`; it may still complete. */
export async function withTimeout<T>(ms: number, otherwise: T, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const waited = sleep(ms, otherwise, { signal: timer.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, waited]);
  } finally {
    timer.abort();
  }
}
