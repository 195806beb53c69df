export interface Throughput {
  readonly bytesPerSecond: number;
  readonly at: number;
  readonly sentBytes: number;
}

const SMOOTHING_MS = 4_000;
const SAMPLE_MS = 500;
/** Longer estimates are not shown. */
const SHOWN_MS_MAX = 86_400_000;

/** The next estimate; `at` in milliseconds. Unchanged while too little time has passed. */
export function measure(last: Throughput | undefined, sentBytes: number, at: number): Throughput {
  if (last === undefined || sentBytes < last.sentBytes) return { bytesPerSecond: 0, at, sentBytes };
  const elapsedMs = at - last.at;
  if (elapsedMs < SAMPLE_MS) return last;
  const current = ((sentBytes - last.sentBytes) / elapsedMs) * 1_000;
  const weight = last.bytesPerSecond === 0 ? 1 : 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
  return { bytesPerSecond: last.bytesPerSecond + weight * (current - last.bytesPerSecond), at, sentBytes };
}

/** Undefined while unknown. */
export function timeLeftMs(throughput: Throughput | undefined, leftBytes: number): number | undefined {
  if (throughput === undefined || throughput.bytesPerSecond < 1) return undefined;
  const leftMs = (leftBytes / throughput.bytesPerSecond) * 1_000;
  return leftMs > SHOWN_MS_MAX ? undefined : leftMs;
}
