/** Waits, or rejects with the signal's reason. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** Resolves at once when the browser is online, else when it is again. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Resolves when another try is worth it: the browser comes online, or the page is seen again. */
export function untilStirred(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (document.visibilityState === 'visible') resolve();
    };
    window.addEventListener('online', () => resolve(), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** What waits for something that happens now and then. */
export interface Bell {
  readonly wait: (signal: AbortSignal) => Promise<void>;
  readonly ring: () => void;
}

export function createBell(): Bell {
  let rung = Promise.withResolvers<undefined>();
  return {
    ring: () => {
      rung.resolve(undefined);
      rung = Promise.withResolvers();
    },
    wait: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        void rung.promise.then(() => resolve());
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
}
