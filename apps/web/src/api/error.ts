import type { ErrorCode, Issue } from '@coffer/contracts';

/** What can go wrong besides what the server says. */
export const LOCAL_ERROR_CODES = [
  'offline',
  'timed_out',
  'unreadable_answer',
  'cancelled',
  /** The browser does not keep the cookie that the session lives by. */
  'cookies_refused',
] as const;
export type LocalErrorCode = (typeof LOCAL_ERROR_CODES)[number];

export interface ApiError {
  readonly code: ErrorCode | LocalErrorCode;
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  /** To quote when asking for help. */
  readonly requestId?: string;
  /** The fields that were refused, each with its reason. */
  readonly issues: readonly Issue[];
  /** The facts of the code, such as `tries_left` or `retry_at`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number;
}

/** An {@link ApiError} where an exception is the only way out: inside a query or a mutation. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.code);
    this.error = error;
  }
}

/** The error of a failed query or mutation. Anything but a failed call is a bug and is shown as `internal`. */
export function apiErrorOf(cause: unknown): ApiError {
  return cause instanceof ApiFailure ? cause.error : localError('internal');
}

export function localError(code: ApiError['code']): ApiError {
  return { code, issues: [], facts: {} };
}

/** A fact that is an instant, such as `retry_at`. */
export function instantFact(error: ApiError, name: string): Date | undefined {
  const value = error.facts[name];
  const instant = typeof value === 'string' ? new Date(value) : undefined;
  return instant === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}

export function numberFact(error: ApiError, name: string): number | undefined {
  const value = error.facts[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
