export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Default: 2. */
  readonly factor?: number;
  /** The random share of a delay, from 0 to 1. Pages that lost the same server must not retry together. */
  readonly jitter: number;
}

/** For pages that wait for an unavailable server. */
export const OUTAGE_BACKOFF: Backoff = { firstMs: 5_000, maxMs: 30_000, jitter: 0.5 };

/** The delay before a retry. `retry` is 0 for the first retry; `random` is in [0, 1). */
export function backoffMs(
  { firstMs, maxMs, factor = 2, jitter }: Backoff,
  retry: number,
  random: () => number = Math.random,
): number {
  return Math.min(firstMs * factor ** retry, maxMs) * (1 - jitter + jitter * random());
}
