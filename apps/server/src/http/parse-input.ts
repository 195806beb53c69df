import type { Issue, Operation } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { toIssues } from './issues.ts';
import type { Failure } from '../operation.ts';

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Parses a request, and reports the issues of all its parts together. */
export function parseInput(
  operation: Operation,
  raw: Input & { readonly query: URLSearchParams },
): Result<Input, Failure> {
  const params = parsePart(operation.params, raw.params);
  const query = parseQuery(operation.query, raw.query);
  const body = parseBody(operation.body, raw.body);
  const issues = [...params.issues, ...query.issues, ...body.issues];
  if (issues.length > 0) return err({ code: 'invalid_request', issues });
  return ok({ params: params.value, query: query.value, body: body.value });
}

interface Part {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

function parsePart(schema: Operation['body'], raw: unknown): Part {
  if (schema === undefined) return { value: undefined, issues: [] };
  const parsed = schema.safeParse(raw, { reportInput: true });
  return parsed.success
    ? { value: parsed.data, issues: [] }
    : { value: undefined, issues: toIssues(parsed.error.issues) };
}

function parseQuery(schema: Operation['query'], search: URLSearchParams): Part {
  const names = [...new Set(search.keys())];
  if (schema === undefined) {
    return {
      value: undefined,
      issues: names.slice(0, 100).map((path) => ({ path: path.slice(0, 500), code: 'unknown_member' })),
    };
  }
  const repeated = names.filter((name) => search.getAll(name).length > 1);
  if (repeated.length > 0) {
    return {
      value: undefined,
      issues: repeated.slice(0, 100).map((path) => ({ path: path.slice(0, 500), code: 'wrong_type' })),
    };
  }
  return parsePart(schema, Object.fromEntries(search));
}

/** Parses the body. An operation without one accepts an empty object, which some clients always send. */
function parseBody(schema: Operation['body'], raw: unknown): Part {
  if (schema !== undefined) return parsePart(schema, raw);
  if (raw === undefined) return { value: undefined, issues: [] };
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { value: undefined, issues: [{ path: '', code: 'wrong_type' }] };
  const names = Object.keys(raw).slice(0, 100);
  return {
    value: undefined,
    issues: names.map((path) => ({ path: path.slice(0, 500), code: 'unknown_member' })),
  };
}

/** The revision in `If-Match`: an entity tag such as `"3"`, or the bare number. Undefined without the header. */
export function revisionOf(headers: Headers): Result<number | undefined, Failure> {
  const text = headers.get('if-match');
  if (text === null) return ok(undefined);
  const digits = /^"?(\d{1,9})"?$/.exec(text)?.[1];
  if (digits !== undefined) return ok(Number(digits));
  return err({ code: 'invalid_request', issues: [{ path: 'If-Match', code: 'wrong_format' }] });
}
