import { ISSUE_CODES, type Issue, type IssueCode } from '@coffer/contracts';
import type * as z from 'zod/v4/core';

const ISSUES_MAX = 100;
const PATH_LENGTH_MAX = 500;

/** The issues of an input, at most `ISSUES_MAX`. Requires parsing with `reportInput`. */
export function toIssues(found: readonly z.$ZodIssue[]): readonly Issue[] {
  return found.flatMap(toIssuesOfOne).slice(0, ISSUES_MAX);
}

function toIssuesOfOne(issue: z.$ZodIssue): readonly Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, ISSUES_MAX)
      .map((key) => ({ path: pathOf([...issue.path, key]), code: 'unknown_member' }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && issue.discriminator === undefined) {
    const [first = []] = issue.errors;
    return first.flatMap((inner) => toIssuesOfOne({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  return [{ path: pathOf(issue.path), code: codeOf(issue) }];
}

function codeOf(issue: z.$ZodIssue): IssueCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'wrong_type';
    case 'too_small':
      if (!hasLength(issue.origin)) return 'too_small';
      return isPassword(issue.path) ? 'password_too_short' : 'too_short';
    case 'too_big':
      if (!hasLength(issue.origin)) return 'too_big';
      return isPassword(issue.path) ? 'password_too_long' : 'too_long';
    case 'custom':
      return issueCodeIn(issue.params?.['code']) ?? formatOf(issue.input);
    case 'invalid_union':
      // The discriminator is missing or unknown.
      return isMissing(issue.input, issue.discriminator) ? 'required' : 'wrong_format';
    case 'invalid_value':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return formatOf(issue.input);
  }
}

function formatOf(input: unknown): IssueCode {
  return input === undefined ? 'required' : 'wrong_format';
}

function isMissing(input: unknown, member: string | undefined): boolean {
  return member !== undefined && typeof input === 'object' && input !== null && !Object.hasOwn(input, member);
}

function hasLength(origin: string): boolean {
  return (
    origin === 'string' || origin === 'array' || origin === 'set' || origin === 'map' || origin === 'file'
  );
}

function isPassword(path: readonly PropertyKey[]): boolean {
  return /password$/i.test(String(path.at(-1)));
}

function issueCodeIn(code: unknown): IssueCode | undefined {
  return ISSUE_CODES.find((known) => known === code);
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, PATH_LENGTH_MAX);
}
