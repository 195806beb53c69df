import { MINUTE_MS } from '@coffer/kit';

/** Observes whether Coffer is in use. While it is idle, background jobs poll rarely. */
export interface Activity {
  /** Records activity: a call, or a commit by this or another server. */
  readonly note: () => void;
  /**
   * Waits while Coffer is idle, for at most `ms` or until `signal` aborts; while it is in use, returns at once. Returns
   * whether activity ended the wait.
   */
  readonly waitWhileQuiet: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Coffer counts as idle after this time. It is longer than the delay of mail and hand-in notifications after an action.
 */
export const QUIET_AFTER_MS = 3 * MINUTE_MS;

export function createActivity(
  options: { readonly quietAfterMs?: number; readonly now?: () => number } = {},
): Activity {
  const { quietAfterMs = QUIET_AFTER_MS, now = () => performance.now() } = options;
  let lastAt = now();
  let wakers: (() => void)[] = [];
  return {
    note: () => {
      lastAt = now();
      const woken = wakers;
      wakers = [];
      for (const wake of woken) wake();
    },
    waitWhileQuiet: async (ms, signal) => {
      if (signal.aborted || now() - lastAt < quietAfterMs) return false;
      return await new Promise((resolve) => {
        const timer = setTimeout(stop, ms);
        const wake = (): void => end(true);
        function stop(): void {
          end(false);
        }
        function end(isWoken: boolean): void {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          wakers = wakers.filter((each) => each !== wake);
          resolve(isWoken);
        }
        wakers.push(wake);
        signal.addEventListener('abort', stop);
      });
    },
  };
}
