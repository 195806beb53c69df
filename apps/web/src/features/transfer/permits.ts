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
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const grant = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(once());
        };
        const giveUp = (): void => {
          waiting.delete(grant);
          reject(signal.reason);
        };
        waiting.add(grant);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
