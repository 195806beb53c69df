import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND_MS } from '@coffer/kit';
import { type BlockPool, blockPool } from '../disk/blobs/block-pool.ts';

const CHECK_MS = 10 * SECOND_MS;
const QUIET_UTILIZATION = 0.1;

export interface MemoryOptions {
  readonly utilization?: () => number;
  readonly collect?: () => void;
  readonly pool?: Pick<BlockPool, 'trim'>;
}

export function returnMemoryWhenQuiet(): void {
  setInterval(createMemoryReturn(), CHECK_MS).unref();
}

/** Each call frees unused blocks. The first quiet call after a busy period also collects garbage. */
export function createMemoryReturn(options: MemoryOptions = {}): () => void {
  const { utilization = utilizationSinceLastCall(), collect = collectGarbage, pool = blockPool } = options;
  let wasBusy = false;
  return () => {
    pool.trim();
    const isBusy = utilization() >= QUIET_UTILIZATION;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  };
}

function utilizationSinceLastCall(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/**
 * Only a context created after setting the flag has `gc`.
 * @see https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
