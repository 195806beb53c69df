import { setTimeout as sleep } from 'node:timers/promises';

/** `work` continues after the timeout, and its effects count. */
export async function waitAtMost<T>(ms: number, otherwise: T, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const waited = sleep(ms, otherwise, { signal: timer.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, waited]);
  } finally {
    timer.abort();
  }
}
