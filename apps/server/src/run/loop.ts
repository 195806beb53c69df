import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import type { Log } from '../platform/log/log.ts';
import type { Activity } from './activity.ts';
import type { Wake } from './wake.ts';

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** A longer pause while Coffer is idle. Activity ends it. */
  readonly rest?: { readonly everyMs: number; readonly activity: Activity } | undefined;
  /** Ends pauses early, except after a failure. Some time remains between two rounds. */
  readonly wake?: Wake | undefined;
  readonly log: Log;
  /** Called after each round with the number of failures in a row. */
  readonly onRound?: (failures: number) => void;
}

export interface Loop {
  /** Stops the loop. Waits up to 5 s for the current round. */
  stop(): Promise<void>;
}

const FAILURE_PAUSE_MAX_MS = 5 * MINUTE_MS;
const STOP_MS = 5 * SECOND_MS;
/** Minimum time between rounds that are woken by commits, because each round has a cost. */
const WOKEN_EVERY_MS = 200;

/**
 * Runs `work` at once and again `everyMs` after each round; errors are logged and delay the next round, up to five
 * minutes. The first pause is shorter and random, so that loops started together do not all need a connection at once.
 */
export function startLoop({ name, everyMs, work, rest, wake, log, onRound }: LoopOptions): Loop {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    let failures = 0;
    let share = Math.random();
    let hadWork = false;
    while (!stopping.signal.aborted) {
      const beganAt = performance.now();
      try {
        const done = await work(stopping.signal);
        hadWork = typeof done === 'number' && done > 0;
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error('background_failed', { loop: name, failures }, error);
      }
      onRound?.(failures);
      const pauseMs =
        failures === 0 ? everyMs : Math.max(everyMs, Math.min(FAILURE_PAUSE_MAX_MS, everyMs * 2 ** failures));
      if (wake === undefined || failures > 0) await pause(pauseMs * share, stopping.signal);
      else {
        await pause(Math.max(0, beganAt + WOKEN_EVERY_MS - performance.now()), stopping.signal);
        await wake.wait(pauseMs * share, stopping.signal);
      }
      share = 1;
      if (rest !== undefined && failures === 0 && !hadWork) {
        const isWoken = await rest.activity.waitWhileQuiet(rest.everyMs - everyMs, stopping.signal);
        // All loops are woken together, and each would need a connection at once.
        if (isWoken && wake === undefined)
          await pause(Math.min(everyMs, SECOND_MS) * Math.random(), stopping.signal);
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
