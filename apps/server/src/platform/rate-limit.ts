import type { Clock } from '@coffer/kit';

export interface RateLimit {
  /** Returns 0 if the call is allowed, otherwise the milliseconds to wait. Takes either all of `count` or nothing. */
  take(key: string, count?: number): number;
  /** Like `take`, but takes nothing. */
  waitFor(key: string, count?: number): number;
}

export interface RateLimitOptions {
  readonly clock: Clock;
  readonly burst: number;
  readonly intervalMs: number;
  /** The least recently used key is evicted first. Default: 20,000. */
  readonly keysMax?: number;
}

/** Generic cell rate algorithm, in process memory. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { clock, burst, intervalMs, keysMax = 20_000 } = options;
  const dueMs = new Map<string, number>();
  const look = (key: string, count: number) => {
    const nowMs = clock.now().getTime();
    const keyDueMs = Math.max(dueMs.get(key) ?? nowMs, nowMs);
    return { keyDueMs, waitMs: Math.max(0, keyDueMs - (burst - count) * intervalMs - nowMs) };
  };
  return {
    waitFor: (key, count = 1) => look(key, count).waitMs,
    take(key, count = 1) {
      const { keyDueMs, waitMs } = look(key, count);
      if (waitMs > 0) return waitMs;
      dueMs.delete(key);
      dueMs.set(key, keyDueMs + count * intervalMs);
      if (dueMs.size > keysMax) {
        const [oldest] = dueMs.keys();
        if (oldest !== undefined) dueMs.delete(oldest);
      }
      return 0;
    },
  };
}
