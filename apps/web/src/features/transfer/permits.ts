import { waitFor } from './wait-for.ts';

/** A bounded number of permits, given in the order of asking. */
export interface Permits {
  /** Waits for a permit and returns what gives it back. Rejects with the signal's reason when aborted before. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createPermits(count: number): Permits {
  let free = count;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [following] = waiting;
    if (following === undefined) free += 1;
    else {
      waiting.delete(following);
      following();
    }
  };
  const once = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      release();
    };
  };
  return {
    take(signal) {
      return waitFor(signal, (go) => {
        const grant = (): void => go(once());
        if (free > 0) {
          free -= 1;
          grant();
        } else waiting.add(grant);
        return () => waiting.delete(grant);
      });
    },
  };
}
