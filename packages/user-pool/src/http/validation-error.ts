import type { z } from 'zod';
import { errors, type PoolError } from '../errors.ts';

const WIRE_TYPES: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Integer',
  int: 'Integer',
  boolean: 'Boolean',
  array: 'List',
  object: 'Structure',
  record: 'Map',
};
const ISSUES_SHOWN_MAX = 10;

/**
 * A wrong JSON type is a SerializationException; a missing member or a broken limit is an InvalidParameterException. The
 * message never repeats the value.
 */
export function describeIssues(error: z.ZodError, body: unknown): PoolError {
  const wrongType = error.issues.find((issue) => isWrongType(issue, body));
  if (wrongType?.code === 'invalid_type') {
    const expected = WIRE_TYPES[wrongType.expected] ?? 'Structure';
    return errors.serialization(
      `${jsonKind(valueAt(body, wrongType.path))} can not be converted to a ${expected}`,
    );
  }
  if (wrongType !== undefined) return errors.serialization('The value has the wrong type');
  const count = error.issues.length;
  const details = error.issues
    .slice(0, ISSUES_SHOWN_MAX)
    .map((issue) => `Value at '${wirePath(issue.path)}' failed to satisfy constraint: ${constraint(issue)}`);
  const noun = count === 1 ? 'error' : 'errors';
  return errors.invalidParameter(`${count} validation ${noun} detected: ${details.join('; ')}`);
}

function isWrongType(issue: z.core.$ZodIssue, body: unknown): boolean {
  const value = valueAt(body, issue.path);
  if (value === undefined) return false;
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value !== 'string');
}

function constraint(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Member must have length less than or equal to ${issue.maximum}`;
  // Limits in `shapes.ts` have their own messages; otherwise the member is missing.
  return issue.message.startsWith('Member ') ? issue.message : 'Member must not be null';
}

function wirePath(path: readonly PropertyKey[]): string {
  return path
    .map((part) =>
      typeof part === 'number'
        ? `${part + 1}.member`
        : lowerFirst(
            String(part)
              .replaceAll(/[^\w:.-]/g, '?')
              .slice(0, 64),
          ),
    )
    .join('.');
}

/** Cognito turns `ClientId` into `clientId`, and `SMSMfaSettings` into `sMSMfaSettings`. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'number') return 'NUMBER_VALUE';
  if (typeof value === 'string') return 'STRING_VALUE';
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE';
  return 'START_OBJECT';
}
