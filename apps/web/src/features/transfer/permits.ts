/** A bounded number of permits, given in the order of asking. */
export interface Permits {
  /** Waits for a permit and returns what gives it back. Rejects with the signal's reason when aborted before. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createPermits(count: number): Permits {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const following = waiting.shift();
    if (following === undefined) free += 1;
    else following();
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
          waiting.splice(waiting.indexOf(grant), 1);
          reject(signal.reason);
        };
        waiting.push(grant);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
