import {
  CSRF_HEADER,
  FIRST_ROUTES,
  type OperationInput,
  type OperationName,
  type OperationResponse,
  type RouteData,
} from '@coffer/contracts';
import { err, ok, parseJson, type Result } from '@coffer/kit';
import { backoffMs } from '../../lib/retry/backoff.ts';
import { sleep } from '../../lib/waiting.ts';
import { type ApiError, ApiFailure, localError } from './error.ts';

const BASE = '/api/v1';
const TIME_LIMIT_MS = 30_000;
const TRIES_MAX = 3;
/** Retries wait no longer than this. */
const WAIT_MAX_MS = 10_000;
const BACKOFF = { firstMs: 1_000, maxMs: WAIT_MAX_MS, jitter: 0 };

type Part<N extends OperationName, K extends 'params' | 'query' | 'body'> =
  OperationInput<N, K> extends undefined
    ? { readonly [P in K]?: undefined }
    : Partial<OperationInput<N, K>> extends OperationInput<N, K>
      ? { readonly [P in K]?: OperationInput<N, K> }
      : { readonly [P in K]: OperationInput<N, K> };

export interface CallSettings {
  readonly revision?: number;
  /** Generated unless the caller repeats an earlier call. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeLimitMs?: number;
  /** The browser finishes it even when the page is left. */
  readonly isKeptAlive?: boolean;
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

export const loadProblemReader = () => import('./problem.ts');

type NotSignedInHandler = () => Promise<boolean>;

let handleNotSignedIn: NotSignedInHandler = () => Promise.resolve(false);

/** One handler for the page. If it resolves to true, the call is repeated with the new session. */
export function onNotSignedIn(handler: NotSignedInHandler): void {
  handleNotSignedIn = handler;
}

/** Expected failures are returned as {@link ApiError}. */
export async function call<N extends OperationName>(
  name: N,
  ...[options]: CallArguments<N>
): Promise<Result<OperationResponse<N>, ApiError>> {
  const operation = await routeOf(name);
  if (operation === undefined) return err(localError('offline'));
  const given: Call = options ?? {};
  const idempotencyKey = given.idempotencyKey ?? (operation.creates ? crypto.randomUUID() : undefined);
  const request = requestOf(operation, {
    ...given,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  const triesMax = operation.method === 'GET' ? TRIES_MAX : 1;
  let hasCheckedSession = false;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptOnce(operation, request, given);
    if (result.ok) {
      return conforms<N>(operation, result.value) ? ok(result.value) : err(localError('unreadable_answer'));
    }
    if (result.error.code === 'not_signed_in' && operation.access === 'person' && !hasCheckedSession) {
      hasCheckedSession = true;
      if (await handleNotSignedIn()) continue;
    }
    const waitMs = retryWaitMs(result.error, attempt);
    if (attempt >= triesMax || waitMs === undefined) return result;
    // Once aborted, the next attempt returns `cancelled`.
    await Promise.allSettled([sleep(waitMs, given.signal)]);
  }
}

let known: Readonly<Partial<Record<OperationName, RouteData>>> = FIRST_ROUTES;

/** Routes that a page brings along, so that it does not load all later ones. */
export function addRoutes(routes: typeof known): void {
  known = { ...known, ...routes };
}

/** Undefined when the routes of settings and administration cannot be loaded. */
async function routeOf(name: OperationName): Promise<RouteData | undefined> {
  if (known[name] !== undefined) return known[name];
  const [loaded] = await Promise.allSettled([import('@coffer/contracts/later-routes')]);
  const later: Readonly<Partial<Record<OperationName, RouteData>>> =
    loaded.status === 'fulfilled' ? loaded.value.LATER_ROUTES : {};
  return later[name];
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
      ...(given.isKeptAlive === true && { keepalive: true }),
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
    // Fetch reports every network failure as a TypeError.
    if (cause instanceof TypeError) return err(localError('offline'));
    throw cause;
  }
}

async function refusalOf(operation: RouteData, response: Response, body: unknown): Promise<ApiError> {
  const [reader] = await Promise.allSettled([loadProblemReader()]);
  if (reader.status === 'fulfilled') return reader.value.problemOf(response, body);
  const isEnded = response.status === 401 && operation.access === 'person';
  return { ...localError(isEnded ? 'not_signed_in' : 'unreadable_answer'), status: response.status };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function retryWaitMs(error: ApiError, attempt: number): number | undefined {
  if (error.status !== 429 && error.status !== 503 && error.code !== 'offline') return undefined;
  if (error.code === 'offline' && !navigator.onLine) return undefined;
  const waitMs = error.retryAfterMs ?? backoffMs(BACKOFF, attempt - 1);
  return waitMs <= WAIT_MAX_MS ? waitMs : undefined;
}

/**
 * Checks only the type of the body: the schemas would outweigh the sign-in page, and server tests validate every answer.
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
