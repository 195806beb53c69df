/** A broken invariant: always a bug in this code, never the fault of its input. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Throws {@link AssertionError} unless `condition` holds. The message must not contain secrets or file names. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Returns `value`, or throws {@link AssertionError} when it is null or undefined. */
export function defined<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}
