import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface MemoryOptions {
  readonly utilization?: () => number;
  readonly collect?: () => void;
}

const QUIET_UTILIZATION = 0.1;

/**
 * Collects garbage in the first quiet period after a busy one. V8 collects only while it allocates, so the garbage
 * would otherwise stay.
 */
export function createMemoryReturn(options: MemoryOptions = {}): () => void {
  const { utilization = sinceLastAsked(), collect = collectGarbage } = options;
  let wasBusy = false;
  return () => {
    const isBusy = utilization() >= QUIET_UTILIZATION;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  };
}

function sinceLastAsked(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/**
 * Collects garbage in a new context, because the flag affects only contexts created after it is set.
 * @see https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
