export interface CallFailure {
  readonly code: string;
  /** HTTP status, where one was received. */
  readonly status?: number;
  readonly retryAfterMs?: number;
}

/** True for transient failures, including lost answers and proxy errors that do not blame the request. */
export function isTemporary({ code, status = 0 }: CallFailure): boolean {
  return (
    (status < 400 || status > 428) &&
    /^(offline|timed_out|unreadable_answer|rate_limited|network|.*_unavailable)$/.test(code)
  );
}

/** Insufficient Storage: a retry does not help. */
const FULL = 507;

/**
 * True for answers of a store or proxy that may change soon. Not 500 and 501: stores also answer those to requests that
 * they never accept, and for damaged objects.
 */
export function isOverload(status: number): boolean {
  return (status > 501 && status !== FULL) || [408, 425, 429].includes(status);
}
