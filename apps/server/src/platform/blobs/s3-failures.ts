import { err, ok, type Result } from '@coffer/kit';
import * as z from 'zod/mini';
import type { StoreFailure } from './blobs.ts';

const UNAVAILABLE: StoreFailure = { code: 'store_unavailable' };
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** A response of the store. `name` is its error code. */
const Answered = z.object({
  name: z.string(),
  $metadata: z.object({ httpStatusCode: z.optional(z.number()) }),
});
/** A Node.js error without a response. */
const System = z.object({
  code: z
    .string()
    .check(
      z.regex(
        /^(E[A-Z]{3,}|EAI_[A-Z]+|ERR_STREAM_[A-Z_]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]+_CERT[A-Z_]*)$/,
      ),
    ),
});

/** Status that the embedded store and MinIO return when the disk is full. */
const FULL = 507;
const RETRYABLE = new Set([408, 409, 429]);
const TIMEOUTS = new Set(['TimeoutError', 'AbortError']);

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
    // `fetch` wraps the system error in `cause`. A host with several IP addresses gives an AggregateError.
    (error.cause !== undefined && isNetworkError(error.cause)) ||
    (error instanceof AggregateError && error.errors.some(isNetworkError))
  );
}

/** Converts an SDK exception. Rethrows anything unrelated to the store. */
export function storeFailureOf(error: unknown): StoreFailure {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return failureOfAnswer(refusal.status, refusal.name);
  if (isNetworkError(error)) return UNAVAILABLE;
  throw error;
}

export function failureOfAnswer(status: number, name: string): StoreFailure {
  // A full disk does not recover between retries.
  if (status === FULL) return { code: 'store_refused', diagnosis: 'InsufficientStorage' };
  if (status >= 500 || RETRYABLE.has(status) || status < 300) return UNAVAILABLE;
  return { code: 'store_refused', diagnosis: NAME.test(name) ? name : `http_${status}` };
}

/** Returns refusals and network errors as values. */
export async function callStore<T>(call: () => Promise<T>): Promise<Result<T, StoreFailure>> {
  try {
    return ok(await call());
  } catch (error) {
    return err(storeFailureOf(error));
  }
}

/** Returns `undefined` if the error code is one of `names`. */
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
