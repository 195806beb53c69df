import { setTimeout as sleep } from 'node:timers/promises';

/** Returns `otherwise` after a timeout. `work` is not cancelled and may still complete. */
export async function withTimeout<T>(ms: number, otherwise: T, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const waited = sleep(ms, otherwise, { signal: timer.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, waited]);
  } finally {
    timer.abort();
  }
}
