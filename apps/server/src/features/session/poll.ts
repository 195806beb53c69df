import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 15_000;
const PAUSE_MIN_MS = 20;
const PAUSE_MAX_MS = 250;

/**
 * Calls `look` until it returns a value, for at most 15 s. [Note: Claims] Only one request at a time calls the pool: a
 * short transaction sets `claimed_until`, a second one stores the outcome, and other requests poll for it. A crash
 * blocks only until the claim expires; an advisory or row lock would occupy a connection during the call.
 */
export async function poll<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = performance.now() + LIMIT_MS;
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MAX_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() >= until) return undefined;
    await sleep(pauseMs);
  }
}
