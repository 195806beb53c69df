/** How fast bytes leave, smoothed, and how long the rest takes. */
export interface Throughput {
  readonly bytesPerSecond: number;
  readonly at: number;
  readonly sentBytes: number;
}

const SMOOTHING_MS = 4_000;
const SAMPLE_MS = 500;

/** The next estimate from the total sent at `at` (milliseconds). Unchanged while too little time has passed. */
export function measure(last: Throughput | undefined, sentBytes: number, at: number): Throughput {
  if (last === undefined || sentBytes < last.sentBytes) return { bytesPerSecond: 0, at, sentBytes };
  const elapsedMs = at - last.at;
  if (elapsedMs < SAMPLE_MS) return last;
  const current = ((sentBytes - last.sentBytes) / elapsedMs) * 1_000;
  const weight = last.bytesPerSecond === 0 ? 1 : 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
  return { bytesPerSecond: last.bytesPerSecond + weight * (current - last.bytesPerSecond), at, sentBytes };
}

/** Milliseconds until `leftBytes` are sent; undefined while nobody can tell. */
export function timeLeftMs(throughput: Throughput | undefined, leftBytes: number): number | undefined {
  if (throughput === undefined || throughput.bytesPerSecond < 1) return undefined;
  return (leftBytes / throughput.bytesPerSecond) * 1_000;
}
