import { err, ok, type Result } from '@coffer/kit';
import * as z from 'zod/mini';
import type { StoreFailure } from './blobs.ts';

const UNAVAILABLE: StoreFailure = { code: 'store_unavailable' };
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** What the SDK throws when the store answered: with the store's own error code as its name. */
const Answered = z.object({
  name: z.string(),
  $metadata: z.object({ httpStatusCode: z.optional(z.number()) }),
});
/** What Node.js throws when it did not. */
const System = z.object({
  code: z.string().check(z.regex(/^(E[A-Z]{3,}|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]+_CERT[A-Z_]*)$/)),
});

/** Said by the embedded store and by MinIO, each with a code of its own. */
const FULL = 507;
const RETRYABLE = new Set([408, 409, 429]);
const TIMEOUTS = new Set(['TimeoutError', 'AbortError']);

/** The store's answer to a refused call: its HTTP status and error code. */
interface Refusal {
  readonly status: number;
  readonly name: string;
}

function refusalOf(error: unknown): Refusal | undefined {
  const answered = Answered.safeParse(error);
  if (!answered.success) return undefined;
  const { name, $metadata } = answered.data;
  if ($metadata.httpStatusCode === undefined) return undefined;
  return { status: $metadata.httpStatusCode, name: NAME.test(name) ? name : 'unknown' };
}

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    TIMEOUTS.has(error.name) ||
    System.safeParse(error).success ||
    // `fetch` hides the system's error in the cause, and a host with many addresses gives one error for each.
    (error.cause !== undefined && isNetworkError(error.cause)) ||
    (error instanceof AggregateError && error.errors.some(isNetworkError))
  );
}

/** The failure that an exception of the SDK stands for. Anything that is not about the store is thrown again. */
export function storeFailureOf(error: unknown): StoreFailure {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return failureOfAnswer(refusal.status, refusal.name);
  if (isNetworkError(error)) return UNAVAILABLE;
  throw error;
}

/** The failure that an answer of this status and error code stands for. */
export function failureOfAnswer(status: number, name: string): StoreFailure {
  // Nothing makes room in the next minute: whoever waits for it is told.
  if (status === FULL) return { code: 'store_refused', diagnosis: 'InsufficientStorage' };
  if (status >= 500 || RETRYABLE.has(status) || status < 300) return UNAVAILABLE;
  return { code: 'store_refused', diagnosis: NAME.test(name) ? name : `http_${status}` };
}

/** Runs a call of the SDK; what the store refuses and what does not reach it become values. */
export async function callStore<T>(call: () => Promise<T>): Promise<Result<T, StoreFailure>> {
  try {
    return ok(await call());
  } catch (error) {
    return err(storeFailureOf(error));
  }
}

/** The same for a thing that may not be there: `undefined` when the store says so with one of `names`. */
export async function callStoreFor<T>(
  names: readonly string[],
  call: () => Promise<T>,
): Promise<Result<T | undefined, StoreFailure>> {
  try {
    return ok(await call());
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined && names.includes(refusal.name)) return ok(undefined);
    return err(storeFailureOf(error));
  }
}
