/** A broken invariant: a bug in this code, never invalid input. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** The message must not contain secrets or file names. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

export function defined<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}
