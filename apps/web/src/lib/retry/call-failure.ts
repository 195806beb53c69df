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
