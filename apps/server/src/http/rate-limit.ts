import type { Clock } from '@coffer/kit';

export interface RateLimit {
  /** Takes one call of `key`. 0 when it is granted; otherwise after how many milliseconds one will be. */
  take(key: string): number;
}

export interface RateLimitOptions {
  readonly clock: Clock;
  /** Calls that may follow each other at once. */
  readonly burst: number;
  /** Time that gives one call back. */
  readonly intervalMs: number;
  /** Keys remembered at most; the one that was granted a call longest ago goes first. Default: 20,000. */
  readonly keysMax?: number;
}

/** Generic cell rate algorithm: one instant a key says how full its bucket is. Lives in the memory of this process. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { clock, burst, intervalMs, keysMax = 20_000 } = options;
  const dueMs = new Map<string, number>();
  return {
    take(key) {
      const nowMs = clock.now().getTime();
      const keyDueMs = Math.max(dueMs.get(key) ?? nowMs, nowMs);
      const grantedAtMs = keyDueMs - (burst - 1) * intervalMs;
      if (nowMs < grantedAtMs) return grantedAtMs - nowMs;
      // The order of a Map is the order of setting.
      dueMs.delete(key);
      dueMs.set(key, keyDueMs + intervalMs);
      if (dueMs.size > keysMax) {
        const [oldest] = dueMs.keys();
        if (oldest !== undefined) dueMs.delete(oldest);
      }
      return 0;
    },
  };
}
