import type { Clock } from '@coffer/kit';

export interface RateLimit {
  /** Returns 0 when the call is allowed, otherwise the milliseconds to wait. */
  take(key: string): number;
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
  return {
    take(key) {
      const nowMs = clock.now().getTime();
      const keyDueMs = Math.max(dueMs.get(key) ?? nowMs, nowMs);
      const grantedAtMs = keyDueMs - (burst - 1) * intervalMs;
      if (nowMs < grantedAtMs) return grantedAtMs - nowMs;
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
