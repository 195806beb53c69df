/** A clock that moves only on `pass`. */
export function createClock() {
  let now = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const wakeDue = (): void => {
    for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake();
  };
  return {
    now: () => now,
    pass: (ms: number): void => {
      now += ms;
      wakeDue();
    },
    sleep: async (ms: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const sleeper = { until: now + ms, wake: () => resolve(undefined) };
      const giveUp = (): void => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      sleepers.add(sleeper);
      wakeDue();
      await promise.finally(() => {
        sleepers.delete(sleeper);
        signal.removeEventListener('abort', giveUp);
      });
    },
  };
}

/** Lets everything run that waits for no timer. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export async function passTime(
  clock: Pick<ReturnType<typeof createClock>, 'pass'>,
  ms: number,
): Promise<void> {
  clock.pass(ms);
  await settled();
}
