import { ISSUE_CODES, type Issue, isErrorCode } from '@coffer/contracts';
import { type ApiError, localError } from './error.ts';

/** RFC 9457. Unknown codes become `internal`. */
export function problemOf(response: Response, body: unknown): ApiError {
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const unreadable = { ...localError('unreadable_answer'), status: response.status, ...wait };
  if (!isRecord(body)) return unreadable;
  const {
    code,
    requestId,
    issues,
    type: _type,
    title: _title,
    status: _status,
    detail: _detail,
    ...facts
  } = body;
  if (typeof code !== 'string' || typeof requestId !== 'string') return unreadable;
  return {
    code: isErrorCode(code) ? code : 'internal',
    status: response.status,
    requestId,
    issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
    facts,
    ...wait,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIssue(value: unknown): value is Issue {
  return (
    isRecord(value) && typeof value['path'] === 'string' && ISSUE_CODES.some((code) => code === value['code'])
  );
}

/** RFC 9110 section 10.2.3: seconds or a date. */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
