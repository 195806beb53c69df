/**
 * Resolves when `begin` calls `go`. On abort, calls the cleanup from `begin` and rejects with the signal's reason.
 * Removes its listener from the signal, which may live as long as the page.
 */
export function abortable<T = void>(
  signal: AbortSignal,
  begin: (go: (value: T | PromiseLike<T>) => void) => () => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const giveUp = (): void => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp);
    const stop = begin((value) => {
      signal.removeEventListener('abort', giveUp);
      resolve(value);
    });
  });
}
