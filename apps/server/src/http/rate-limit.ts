import { type Clock, MINUTE_MS, SECOND_MS } from '@coffer/kit';

export interface RateLimit {
  /** Takes one call of `key`. 0 when it is allowed; otherwise after how many seconds one is. */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  filledMs: number;
}

/**
 * Token buckets in the memory of this process: `perMinute` calls at once, refilled evenly. Holds at most `keysMax` keys; when there are more, the
 * one that was used longest ago starts anew.
 */
export function createRateLimit(options: {
  readonly perMinute: number;
  readonly clock: Clock;
  readonly keysMax?: number;
}): RateLimit {
  const { perMinute, clock, keysMax = 20_000 } = options;
  const perMs = perMinute / MINUTE_MS;
  const buckets = new Map<string, Bucket>();
  return {
    take: (key) => {
      const nowMs = clock.now().getTime();
      const bucket = buckets.get(key) ?? { tokens: perMinute, filledMs: nowMs };
      const passedMs = Math.max(0, nowMs - bucket.filledMs);
      const tokens = Math.min(perMinute, bucket.tokens + passedMs * perMs);
      // The order of a Map is the order of setting: the first key is the one that was used longest ago.
      buckets.delete(key);
      if (buckets.size >= keysMax)
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
      const isAllowed = tokens >= 1;
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, filledMs: nowMs });
      return isAllowed ? 0 : Math.ceil((1 - tokens) / perMs / SECOND_MS);
    },
  };
}
