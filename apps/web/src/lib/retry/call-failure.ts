export interface CallFailure {
  readonly code: string;
  /** HTTP status, if one was received. */
  readonly status?: number;
  readonly retryAfterMs?: number;
}

/** True for transient failures, including lost responses and proxy errors that do not blame the request. */
export function isTemporary({ code, status = 0 }: CallFailure): boolean {
  return (
    (status < 400 || status > 428) &&
    /^(offline|timed_out|unreadable_answer|rate_limited|network|.*_unavailable)$/.test(code)
  );
}

/** Insufficient Storage: retrying does not help. */
const FULL = 507;

/**
 * True for responses of a store or proxy that may soon change. Not 500 and 501: stores also return those for requests
 * that they never accept, and for damaged objects.
 */
export function isOverload(status: number): boolean {
  return (status > 501 && status !== FULL) || [408, 425, 429].includes(status);
}
