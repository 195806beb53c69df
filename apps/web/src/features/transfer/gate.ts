import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import type { TransferPorts } from './ports.ts';

/**
 * The way to the server, or to the store, for all who call there. While nobody answers, one call after the other is let through, less and
 * less often, however many wait; the first that is answered lets all of them go.
 */
export interface Gate {
  /** Why all wait: what one of those met that were let through since it was shut. */
  readonly failure: () => TransferFailure | undefined;
  /**
   * Waits until a call may be made. `refused`: how often it had no luck while it was open for all. Resolves to whether it is. Rejects with
   * the signal's reason when aborted.
   */
  readonly pass: (signal: AbortSignal, refused: number) => Promise<boolean>;
  /** Somebody answers there. */
  readonly open: () => void;
  /** Nobody answered a call. */
  readonly shut: (failure: TransferFailure) => void;
  /** It is worth trying at once: the browser is back, or the person wants it. */
  readonly hurry: () => void;
}

export type Gates = Readonly<Record<'server' | 'store', Gate>>;

export function createGate(
  { sleep, now, random }: Pick<TransferPorts, 'sleep' | 'now' | 'random'>,
  changed: () => void,
): Gate {
  /** Zero while it is open. */
  let tries = 0;
  let shutUntil = 0;
  let met: TransferFailure | undefined;
  let wake = new AbortController();
  const letGo = (left: number): void => {
    tries = left;
    shutUntil = 0;
    wake.abort();
    wake = new AbortController();
  };
  /** Not all pages that lost the same server come back in the same moment. */
  const pauseMs = (count: number): number =>
    Math.min(2 ** count * SECOND_MS, MINUTE_MS) * (0.5 + random() / 2);
  const rest = (): void => {
    tries += 1;
    shutUntil = now() + pauseMs(tries);
  };
  return {
    failure: () => met,
    async pass(signal, refused) {
      for (;;) {
        signal.throwIfAborted();
        const ms = shutUntil - now();
        if (ms <= 0) break;
        await Promise.allSettled([sleep(ms, AbortSignal.any([signal, wake.signal]))]);
      }
      if (tries > 0) {
        // Who goes now goes for all: the next waits for the answer, or as long as it is worth waiting for one.
        rest();
        return false;
      }
      if (refused > 0) await sleep(pauseMs(refused), signal);
      return true;
    },
    open() {
      if (tries === 0) return;
      met = undefined;
      letGo(0);
      changed();
    },
    shut(failure) {
      if (tries === 0) rest();
      else if (tries > 1) {
        met = failure;
        changed();
      }
    },
    hurry: () => letGo(Math.min(tries, 1)),
  };
}
