import { DatabaseError } from 'pg';

/** `integrity_constraint_violation` and its kinds. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const INTEGRITY_CLASS = '23';

/** The name of the violated constraint. Undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || error.code?.slice(0, 2) !== INTEGRITY_CLASS) return undefined;
  return error.constraint;
}
