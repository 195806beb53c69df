/**
 * Waits for what `begin` starts, until that calls `go`. Rejects with the signal's reason when aborted, after it has called what
 * `begin` gave back. Nothing is left at the signal, which may live as long as the page.
 */
export function waitFor<T = void>(
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
