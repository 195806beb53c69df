/** Ends the pauses of one loop early. */
export interface Wake {
  /** Ends the current wait, or else the next one, so that a call during work counts. */
  readonly note: () => void;
  /** Waits until `note` is called, for at most `ms` or until `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function createWake(): Wake {
  let isNoted = false;
  let end: (() => void) | undefined;
  return {
    note: () => {
      isNoted = true;
      end?.();
    },
    wait: async (ms, signal) => {
      if (!isNoted && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', end, { once: true });
        });
        if (end !== undefined) signal.removeEventListener('abort', end);
        end = undefined;
      }
      isNoted = false;
    },
  };
}
