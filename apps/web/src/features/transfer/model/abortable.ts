/**
 * Resolves when `start` calls `done`. On abort, runs the cleanup that `start` returned and rejects with the signal's
 * reason.
 */
export function abortable<T = void>(
  signal: AbortSignal,
  start: (done: (value: T | PromiseLike<T>) => void) => () => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const handleAbort = (): void => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', handleAbort);
    const stop = start((value) => {
      signal.removeEventListener('abort', handleAbort);
      resolve(value);
    });
  });
}
