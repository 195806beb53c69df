import {
  type OperationInput,
  type OperationName,
  type OperationResponse,
  operations,
  Problem,
  type RouteData,
} from '@coffer/contracts';
import { MINUTE_MS, parseJson, SECOND_MS } from '@coffer/kit';
import * as z from 'zod/mini';
import { ApiFailure, type Facts } from './api-failure.ts';
import { isCertificateError } from './certificate-error.ts';
import { pause, pauseBefore, RETRY_POLICY, type RetryPolicy } from './retry.ts';

/** Long, because completing an upload verifies every part in the store. */
const ANSWER_WITHIN_MS = 3 * MINUTE_MS;
const OVERLOADED = new Set([408, 429, 502, 503, 504]);

/** Changes that may be repeated, because a repetition has the same outcome. */
const REPEATABLE: ReadonlySet<OperationName> = new Set<OperationName>([
  'listTree',
  'signContents',
  'signParts',
  'signUploads',
  'completeUpload',
  'completeUploads',
  'createGrants',
]);

export interface CallInput<N extends OperationName> {
  readonly params?: OperationInput<N, 'params'>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: OperationInput<N, 'body'>;
  readonly revision?: number;
  /** Default: a new key for each call. */
  readonly idempotencyKey?: string;
  /** Replaces the client's signal, for cleanup that has to run after Ctrl+C. */
  readonly signal?: AbortSignal;
}

/** Calls the API with a token. Throws {@link ApiFailure}, or the signal's reason. */
export interface Client {
  readonly server: string;
  readonly signal: AbortSignal;
  call<N extends OperationName>(name: N, input?: CallInput<N>): Promise<OperationResponse<N>>;
}

interface ClientOptions {
  readonly server: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly retry?: RetryPolicy;
  /** Called when an outage lasts longer than a moment, and at most each half minute. */
  readonly onOutage?: (failure: ApiFailure) => void;
}

/** The first two repetitions take about a second. */
const TOLD_AFTER_TRIES = 3;
const TOLD_EVERY_MS = 30 * SECOND_MS;

export function createClient({
  server,
  token,
  signal,
  retry = RETRY_POLICY,
  onOutage,
}: ClientOptions): Client {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    server,
    signal,
    call: async (name, input = {}) => {
      const stop = input.signal ?? signal;
      const route: RouteData = operations[name];
      const request = requestOf({ server, token, route }, input, stop);
      const isRepeatable = route.method === 'GET' || route.creates === true || REPEATABLE.has(name);
      for (let tries = 1; ; tries += 1) {
        const answer = await send(request);
        stop.throwIfAborted();
        if (answer.kind === 'answered' && answer.status < 300) return responseOf(name, answer.text);
        const mayRepeat = answer.kind === 'answered' ? OVERLOADED.has(answer.status) : isRepeatable;
        const failure = failureOf(answer);
        if (!mayRepeat || tries >= retry.triesMax) throw failure;
        if (tries >= TOLD_AFTER_TRIES && performance.now() - toldAt > TOLD_EVERY_MS) {
          toldAt = performance.now();
          onOutage?.(failure);
        }
        await pause(Math.max(pauseBefore(tries, retry), waitOf(failure.facts)), stop);
      }
    },
  };
}

interface Target {
  readonly server: string;
  readonly token: string;
  readonly route: RouteData;
}

function requestOf<N extends OperationName>(
  { server, token, route }: Target,
  { params, query, body, revision, idempotencyKey }: CallInput<N>,
  signal: AbortSignal,
): () => Promise<Response> {
  const values: Readonly<Record<string, unknown>> = params ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(values[key])),
  );
  const url = new URL(`/api/v1${path}`, server);
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(key, value);
  const headers = new Headers({ authorization: `Bearer ${token}`, accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (revision !== undefined) headers.set('if-match', `"${revision}"`);
  if (route.creates === true) headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID());
  return async () =>
    await fetch(url, {
      method: route.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Redirects are refused, because the token must go only to this server.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
}

type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'unreachable' };

async function send(request: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await request();
    return { kind: 'answered', status: response.status, text: await response.text() };
  } catch (error) {
    if (isCertificateError(error)) throw new ApiFailure('server_untrusted');
    if (error instanceof TypeError || error instanceof DOMException) return { kind: 'unreachable' };
    throw error;
  }
}

function responseOf<N extends OperationName>(name: N, text: string): OperationResponse<N> {
  const operation = operations[name];
  const body = 'response' in operation ? z.safeParse(operation.response, parseJson(text)) : undefined;
  if (body?.success === false) throw new ApiFailure('unreadable_answer');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this operation parsed it
  return body?.data as OperationResponse<N>;
}

function failureOf(answer: Answer): ApiFailure {
  if (answer.kind === 'unreachable') return new ApiFailure('offline');
  const problem = z.safeParse(Problem, parseJson(answer.text));
  if (!problem.success) {
    return new ApiFailure(OVERLOADED.has(answer.status) ? 'offline' : 'unreadable_answer');
  }
  const { code, issues, ...facts } = problem.data;
  return new ApiFailure(code, facts, issues);
}

function waitOf(facts: Facts): number {
  const seconds = facts['retry_after'];
  return typeof seconds === 'number' ? Math.min(seconds, 60) * SECOND_MS : 0;
}
