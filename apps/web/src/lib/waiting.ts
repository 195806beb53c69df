/** Rejects with the signal's reason when aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

export function untilOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Calls the listener when a retry may succeed: the browser is online again, or the page is visible again. */
export function onRetryHint(listener: () => void): void {
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });
}

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
