/** The speed at which an amount of bytes or files grows. */
export interface Throughput {
  readonly perSecond: number;
  /** Time of the sample, in milliseconds. */
  readonly at: number;
  readonly amount: number;
  /** Time of the sample at which the amount last changed. */
  readonly movedAt: number;
}

const SMOOTHING_MS = 4_000;
const SAMPLE_MS = 500;
/** Longer than a small file takes on a slow line, as it reports no progress. */
const STALLED_MS = 20_000;
/** Longer estimates are not shown. */
const SHOWN_MS_MAX = 86_400_000;

/** Computes the next estimate. Returns the last one if too little time has passed. */
export function measure(last: Throughput | undefined, amount: number, at: number): Throughput {
  if (last === undefined || amount < last.amount) return { perSecond: 0, at, amount, movedAt: at };
  const elapsedMs = at - last.at;
  if (elapsedMs < SAMPLE_MS) return last;
  const current = ((amount - last.amount) / elapsedMs) * 1_000;
  const weight = last.perSecond === 0 ? 1 : 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
  const movedAt = amount === last.amount ? last.movedAt : at;
  return { perSecond: last.perSecond + weight * (current - last.perSecond), at, amount, movedAt };
}

/** Undefined if the speed is unknown, or the estimate is too long to show. */
export function timeLeftMs(throughput: Throughput | undefined, left: number): number | undefined {
  if (throughput === undefined || throughput.perSecond < 1) return undefined;
  const leftMs = (left / throughput.perSecond) * 1_000;
  return leftMs > SHOWN_MS_MAX ? undefined : leftMs;
}

export interface Pace {
  readonly bytes: Throughput;
  readonly files: Throughput;
}

/** Whether neither bytes nor files have moved for a while. */
export function isStalled({ bytes, files }: Pace): boolean {
  return bytes.at - Math.max(bytes.movedAt, files.movedAt) >= STALLED_MS;
}

interface Left {
  readonly bytes: number;
  readonly files: number;
}

/** Many small files take longer than their bytes suggest, so the later of both estimates counts. */
export function paceLeftMs(pace: Pace | undefined, left: Left): number | undefined {
  const byBytes = timeLeftMs(pace?.bytes, left.bytes);
  if (byBytes === undefined) return undefined;
  return Math.max(byBytes, timeLeftMs(pace?.files, left.files) ?? 0);
}
