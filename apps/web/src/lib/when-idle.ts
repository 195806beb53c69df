const NOT_BEFORE_MS = 2_000;
const THEN_WITHIN_MS = 8_000;

/** Returns the function that cancels the work. */
export function whenIdle(work: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== 'function') work();
    else idle = requestIdleCallback(work, { timeout: THEN_WITHIN_MS });
  }, NOT_BEFORE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
