import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 15_000;
const PAUSE_MIN_MS = 20;
const PAUSE_MAX_MS = 250;

/**
 * Looks again and again until `look` gives something, for 15 s at most; undefined when it never did.
 *
 * [Note: Claims] The pool is asked outside of transactions, and yet only by one at a time, however many requests and servers want
 * the same. So a row carries a claim: a short transaction sets `claimed_until`, the winner asks the pool, a second transaction
 * writes the outcome and lifts the claim. The others look at the row until the outcome is there. A server that dies holds nobody
 * up for longer than the claim lasts. An advisory lock would need a connection of the database for as long as the pool takes to
 * answer; a row lock would do the same and block every reader that locks.
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
