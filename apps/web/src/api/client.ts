import {
  CSRF_HEADER,
  type OperationInput,
  type OperationName,
  type OperationResponse,
  type RouteData,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { type ApiError, ApiFailure, localError } from './error.ts';
import { routeOf } from './route-of.ts';

const BASE = '/api/v1';
const TIME_LIMIT_MS = 30_000;
const TRIES_MAX = 3;
const WAIT_DEFAULT_MS = 1_000;
/** A longer wait than this is for the person to decide about. */
const WAIT_MAX_MS = 10_000;

type Part<N extends OperationName, K extends 'params' | 'query' | 'body'> =
  OperationInput<N, K> extends undefined
    ? { readonly [P in K]?: undefined }
    : Partial<OperationInput<N, K>> extends OperationInput<N, K>
      ? { readonly [P in K]?: OperationInput<N, K> }
      : { readonly [P in K]: OperationInput<N, K> };

export interface CallSettings {
  /** Goes into `If-Match`: the revision that the change is based on. */
  readonly revision?: number;
  /** Made for each call of an operation that creates, unless the caller repeats an earlier one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeLimitMs?: number;
}

export type CallOptions<N extends OperationName> = CallSettings &
  Part<N, 'params'> &
  Part<N, 'query'> &
  Part<N, 'body'>;

type CallArguments<N extends OperationName> =
  Partial<CallOptions<N>> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

interface Call extends CallSettings {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Have it at hand before something is refused. */
export const loadProblemReader = () => import('./problem.ts');

let handleNotSignedIn: () => void = () => undefined;

/** Says what happens when a call is refused because the session has ended. One handler for the whole page. */
export function onNotSignedIn(handler: () => void): void {
  handleNotSignedIn = handler;
}

/** Calls one operation of the API. Expected failures are values; see {@link ApiError}. */
export async function call<N extends OperationName>(
  name: N,
  ...[options]: CallArguments<N>
): Promise<Result<OperationResponse<N>, ApiError>> {
  const operation = routeOf(name);
  const given: Call = options ?? {};
  const idempotencyKey = given.idempotencyKey ?? (operation.creates ? crypto.randomUUID() : undefined);
  const request = requestOf(operation, {
    ...given,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  const triesMax = operation.method === 'GET' ? TRIES_MAX : 1;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptOnce(operation, request, given);
    if (result.ok) {
      return conforms<N>(operation, result.value) ? ok(result.value) : err(localError('unreadable_answer'));
    }
    const waitMs = retryWaitMs(result.error, attempt);
    if (attempt >= triesMax || waitMs === undefined) {
      if (result.error.code === 'not_signed_in' && operation.access === 'person') handleNotSignedIn();
      return result;
    }
    await delay(waitMs, given.signal);
  }
}

/** {@link call} for queries and mutations: throws {@link ApiFailure}. */
export async function callOrThrow<N extends OperationName>(
  name: N,
  ...rest: CallArguments<N>
): Promise<OperationResponse<N>> {
  const result = await call(name, ...rest);
  if (!result.ok) throw new ApiFailure(result.error);
  return result.value;
}

function requestOf(operation: RouteData, given: Call): { readonly url: string; readonly init: RequestInit } {
  const headers = new Headers({ accept: 'application/json', [CSRF_HEADER]: '1' });
  if (given.body !== undefined) headers.set('content-type', 'application/json');
  if (given.revision !== undefined) headers.set('if-match', `"${given.revision}"`);
  if (given.idempotencyKey !== undefined) headers.set('idempotency-key', given.idempotencyKey);
  return {
    url: fillPath(operation.path, given.params) + queryString(given.query),
    init: {
      method: operation.method,
      headers,
      credentials: 'same-origin',
      redirect: 'error',
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    },
  };
}

async function attemptOnce(
  operation: RouteData,
  { url, init }: ReturnType<typeof requestOf>,
  { signal, timeLimitMs = TIME_LIMIT_MS }: CallSettings,
): Promise<Result<unknown, ApiError>> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const signals = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const response = await fetch(url, { ...init, signal: signals });
    const text = await response.text();
    if (!response.ok) return err(await refusalOf(operation, response, parseJson(text)));
    if (response.status === 204) return ok(undefined);
    const body = parseJson(text);
    return body === undefined
      ? err({ ...localError('unreadable_answer'), status: response.status })
      : ok(body);
  } catch (cause) {
    if (signal?.aborted === true) return err(localError('cancelled'));
    if (limit.aborted) return err(localError('timed_out'));
    // By the Fetch standard every failure of the network is a TypeError.
    if (cause instanceof TypeError) return err(localError('offline'));
    throw cause;
  }
}

/**
 * What a refusal says is read by code of its own, which is fetched when it is first needed. Without it the answer cannot be read, but
 * that a session has ended is still known by the status.
 */
async function refusalOf(operation: RouteData, response: Response, body: unknown): Promise<ApiError> {
  const [reader] = await Promise.allSettled([loadProblemReader()]);
  if (reader.status === 'fulfilled') return reader.value.problemOf(response, body);
  const isEnded = response.status === 401 && operation.access === 'person';
  return { ...localError(isEnded ? 'not_signed_in' : 'unreadable_answer'), status: response.status };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How long to wait before the next try; undefined where another try would not help or the wait is too long. */
function retryWaitMs(error: ApiError, attempt: number): number | undefined {
  if (error.status !== 429 && error.status !== 503 && error.code !== 'offline') return undefined;
  // A browser that knows that it has no network need not be asked again.
  if (error.code === 'offline' && !navigator.onLine) return undefined;
  const waitMs = error.retryAfterMs ?? WAIT_DEFAULT_MS * 2 ** (attempt - 1);
  return waitMs <= WAIT_MAX_MS ? waitMs : undefined;
}

/**
 * What the server of this very page answers is taken by its kind, not member by member: its tests hold every answer against
 * the schema of its operation, and the schemas would weigh more than the sign-in page itself.
 */
function conforms<N extends OperationName>(
  operation: RouteData,
  value: unknown,
): value is OperationResponse<N> {
  return operation.status === 204 ? value === undefined : isRecord(value);
}

function fillPath(template: string, params: unknown): string {
  const values = isRecord(params) ? params : {};
  return (
    BASE +
    template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name];
      return typeof value === 'string' ? encodeURIComponent(value) : '';
    })
  );
}

function queryString(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function delay(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
