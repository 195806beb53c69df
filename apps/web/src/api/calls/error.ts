import type { ErrorCode, Issue } from '@coffer/contracts';

export const LOCAL_ERROR_CODES = [
  'offline',
  'timed_out',
  'unreadable_answer',
  'cancelled',
  /** The browser rejects the session cookie. */
  'cookies_refused',
] as const;
export type LocalErrorCode = (typeof LOCAL_ERROR_CODES)[number];

export interface ApiError {
  readonly code: ErrorCode | LocalErrorCode;
  readonly status?: number;
  readonly requestId?: string;
  readonly issues: readonly Issue[];
  /** Details of the error, such as `tries_left` or `retry_at`. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly retryAfterMs?: number;
}

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.code);
    this.error = error;
  }
}

/** Any exception other than {@link ApiFailure} is a bug and becomes `internal`. */
export function apiErrorOf(cause: unknown): ApiError {
  return cause instanceof ApiFailure ? cause.error : localError('internal');
}

export function localError(code: ApiError['code']): ApiError {
  return { code, issues: [], facts: {} };
}

export function instantFact(error: ApiError, name: string): Date | undefined {
  const value = error.facts[name];
  const instant = typeof value === 'string' ? new Date(value) : undefined;
  return instant === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}

export function numberFact(error: ApiError, name: string): number | undefined {
  const value = error.facts[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
