import { LIMITS, type Operation, operations, SERVER_LIMITS } from '@coffer/contracts';
import { assert, err, ok, type Result, SECOND_MS } from '@coffer/kit';
import { inCall } from '../platform/call-context.ts';
import { type Once, UNKEYED } from '../platform/db/once.ts';
import { describeUnavailable, isDatabaseFull, isDatabaseUnavailable } from '../platform/db/unavailable.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Services } from '../services.ts';
import { networkOf } from '../platform/network/client-address.ts';
import type { Cookies } from './cookies.ts';
import { bearerOf, withinScopes } from './bearer.ts';
import { isFromOwnPages } from './cross-site.ts';
import type { CallSlots } from './limits/call-slots.ts';
import { type Answer, answerOnce, idempotencyKeyOf } from './idempotency.ts';
import { type Input, parseInput, revisionOf } from './parse-input.ts';
import { jsonResponse, problemResponse } from './problem.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { readJsonBody } from './read-body.ts';
import { createReply, type PendingReply } from './reply.ts';
import type { Actor, Failure, Outcome } from '../operation.ts';
import { FileAnswer, type Route } from '../route.ts';

export interface OperationContext {
  readonly services: Pick<Services, 'db' | 'clock' | 'log'>;
  readonly ownOrigin: string;
  readonly cookies: Cookies;
  readonly metrics: Metrics;
  readonly personLimit: RateLimit;
  readonly addressLimit: RateLimit;
  readonly guestLimit: RateLimit;
  readonly callSlots: CallSlots;
  readonly authenticate: Authenticate;
  readonly authenticateToken: AuthenticateToken;
  readonly disk?: DiskRoom | undefined;
  /** For tests: whether a response that violates its schema is an error. */
  readonly checkResponses: boolean;
}

export interface DiskRoom {
  readonly isFull: boolean;
  release(): Promise<void>;
}

/** Finds the person of a session. `isUse` is false for background polling, which does not extend the session. */
export type Authenticate = (
  cookieValue: string,
  call: { readonly isUse: boolean },
) => Promise<Actor | undefined>;

/** Finds the person of a token from `Authorization: Bearer`. */
export type AuthenticateToken = (
  secret: string,
  call: { readonly address: string },
) => Outcome<Actor, Failure>;

export interface Call {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Handles one API call, in a fixed order: origin, session or token, rate limit, scope, slot, input, idempotency,
 * handler. Every exception becomes `internal` without details.
 */
export async function handleOperation(
  context: OperationContext,
  route: Route,
  call: Call,
): Promise<Response> {
  const startedMs = performance.now();
  const pending = createReply(context.cookies, call.request.headers.get('cookie'));
  const response = await respond(context, { route, call, pending });
  pending.decorate(response.headers);
  context.metrics.countResponseBytes(Number(response.headers.get('content-length') ?? 0));
  const { log } = context.services;
  const seconds = (performance.now() - startedMs) / 1000;
  context.metrics.observeOperation({ operation: route.operation, status: response.status, seconds });
  log.debug('request', {
    requestId: call.requestId,
    operation: route.operation,
    status: response.status,
    durationMs: Math.round(seconds * 1000),
  });
  return response;
}

interface Running {
  readonly route: Route;
  readonly call: Call;
  readonly pending: PendingReply;
}

async function respond(context: OperationContext, running: Running): Promise<Response> {
  const { requestId } = running.call;
  try {
    const result = await run(context, running);
    return result.ok ? success(result.value, running.pending) : problemResponse(result.error, requestId);
  } catch (error) {
    const facts = { requestId, operation: running.route.operation };
    if (isDatabaseUnavailable(error)) {
      const reason = describeUnavailable(error);
      context.services.log.warn('database_unavailable', { ...facts, reason });
      return problemResponse({ code: 'database_unavailable' }, requestId);
    }
    if (isDatabaseFull(error)) {
      context.services.log.warn('storage_full', facts);
      await context.disk?.release();
      return problemResponse({ code: 'storage_full' }, requestId);
    }
    context.services.log.error('request_failed', facts, error);
    return problemResponse({ code: 'internal' }, requestId);
  }
}

type Answered = Answer & { readonly isRepeated: boolean };

async function run(context: OperationContext, running: Running): Promise<Result<Answered, Failure>> {
  const { route, call } = running;
  const operation: Operation = operations[route.operation];
  const { headers } = call.request;
  const isChange = operation.method !== 'GET';
  const secret = bearerOf(headers);
  // Pages of other sites cannot send a token, so only calls with cookies need the check.
  if (isChange && secret === undefined && !isFromOwnPages(headers, context.ownOrigin)) {
    return err({ code: 'cross_site' });
  }
  const caller = await findCaller(context, running, secret);
  if (!caller.ok) return caller;
  const actor = caller.value;
  const waitMs = timeToWait(context, { actor, address: call.address, operation });
  if (waitMs > 0) {
    return err({ code: 'rate_limited', facts: { retry_after: Math.ceil(waitMs / SECOND_MS) } });
  }
  if (operation.access === 'person' && actor === undefined) return err({ code: 'not_signed_in' });
  const allowed = withinScopes(route.operation, actor);
  if (!allowed.ok) return allowed;
  const slot = await context.callSlots.acquire({
    key: actor?.person.id ?? networkOf(call.address),
    isChange,
    signal: () => call.request.signal,
  });
  if (!slot.ok) return slot;
  try {
    return await runInTurn(context, { ...running, operation, actor });
  } finally {
    slot.value();
  }
}

/** Finds the caller. If there is a token, the cookie is not read. */
async function findCaller(
  context: OperationContext,
  { route, call }: Running,
  secret: string | undefined,
): Promise<Result<Actor | undefined, Failure>> {
  if (secret !== undefined) return await context.authenticateToken(secret, call);
  const cookie = context.cookies.read(call.request.headers.get('cookie'), 'session');
  if (cookie === undefined) return ok(undefined);
  const { isBackgroundPoll }: Operation = operations[route.operation];
  return ok(await context.authenticate(cookie, { isUse: isBackgroundPoll !== true }));
}

interface Admitted extends Running {
  readonly operation: Operation;
  readonly actor: Actor | undefined;
}

async function runInTurn(context: OperationContext, admitted: Admitted): Promise<Result<Answered, Failure>> {
  const { route, call, pending, operation, actor } = admitted;
  const { headers } = call.request;
  // The rest of the disk space is reserved for deletions.
  if (operation.creates === true && context.disk?.isFull === true) return err({ code: 'storage_full' });

  const input = await readInput(context, operation, call);
  if (!input.ok) return input;
  const revision = revisionOf(headers);
  if (!revision.ok) return revision;
  if (operation.replaces === true && revision.value === undefined) return err({ code: 'revision_required' });
  const key = operation.creates === true ? idempotencyKeyOf(headers) : ok(undefined);
  if (!key.ok) return key;

  const handle = async (once: Once): Promise<Result<Answer, Failure>> => {
    const caller =
      actor === undefined
        ? { kind: 'unknown' as const }
        : { kind: 'person' as const, id: actor.person.id, token: actor.tokenName };
    const handling = async () =>
      await route.handle({
        ...input.value,
        revision: revision.value,
        request: {
          requestId: call.requestId,
          address: call.address,
          lastEventId: headers.get('last-event-id') ?? undefined,
          range: headers.get('range') ?? undefined,
          ifRange: headers.get('if-range') ?? undefined,
          userAgent: (headers.get('user-agent') ?? '').slice(0, 500),
          cookie: (name) => context.cookies.read(headers.get('cookie'), name),
        },
        reply: pending.reply,
        once,
        actor,
      });
    const result = await inCall({ caller, address: call.address }, handling);
    if (!result.ok) return result;
    if (context.checkResponses) checkResponse(operation, result.value, pending);
    context.metrics.countCommitted(route.committedUploads?.(result.value) ?? 0);
    return ok({ status: operation.status, body: result.value });
  };
  const ownerId = actor?.person.id ?? (await route.keyOwner?.(input.value.params));
  if (key.value === undefined || ownerId === undefined) {
    const result = await handle(UNKEYED);
    return result.ok ? ok({ ...result.value, isRepeated: false }) : result;
  }
  const asked = {
    userId: ownerId,
    key: key.value,
    operation: route.operation,
    status: operation.status,
    input: input.value,
  };
  return await answerOnce(context.services, asked, handle);
}

/** How long the caller has to wait, in milliseconds. Without a session only changes count, by network. */
function timeToWait(
  context: OperationContext,
  {
    actor,
    address,
    operation,
  }: { readonly actor: Actor | undefined; readonly address: string; readonly operation: Operation },
): number {
  if (actor !== undefined) return context.personLimit.take(actor.person.id);
  if (operation.method === 'GET') return 0;
  const limit = operation.forGuests === true ? context.guestLimit : context.addressLimit;
  return limit.take(networkOf(address));
}

async function readInput(
  context: OperationContext,
  operation: Operation,
  call: Call,
): Promise<Result<Input, Failure>> {
  const query = new URL(call.request.url).searchParams;
  if (operation.method === 'GET')
    return parseInput(operation, { params: call.params, query, body: undefined });
  const isShort = operation.access === 'anyone' && operation.forGuests !== true;
  const sizeMaxBytes = isShort ? SERVER_LIMITS.relayBodyBytesMax : LIMITS.bodyBytesMax;
  const body = await readJsonBody(call.request, sizeMaxBytes);
  if (!body.ok) return body;
  context.metrics.countRequestBytes(body.value.sizeBytes);
  return parseInput(operation, { params: call.params, query, body: body.value.value });
}

function checkResponse(operation: Operation, body: unknown, pending: PendingReply): void {
  if (pending.redirectTo() !== undefined) return;
  const isJson = ![
    operation.streams,
    operation.downloads,
    operation.answersBytes,
    operation.answersPicture,
  ].includes(true);
  if (!isJson) return;
  if (operation.response === undefined)
    return assert(body === undefined, 'an operation without a response has a body');
  const parsed = operation.response.safeParse(body);
  const paths = parsed.success ? '' : parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  assert(parsed.success, `the answer is what the contract says; it is not at: ${paths}`);
}

function success(answer: Answered, pending: PendingReply): Response {
  const location = pending.redirectTo();
  if (location !== undefined) return new Response(null, { status: 302, headers: { location } });
  const headers = new Headers();
  if (answer.isRepeated) headers.set('idempotency-replayed', 'true');
  if (answer.body instanceof ReadableStream) return streamResponse(answer.body);
  if (answer.body instanceof FileAnswer) return fileResponse(answer.body);
  if (answer.status === 204) return new Response(null, { status: 204, headers });
  headers.set('content-type', 'application/json');
  const revision = revisionIn(answer.body);
  if (revision !== undefined) headers.set('etag', `"${revision}"`);
  return jsonResponse(JSON.stringify(answer.body), answer.status, headers);
}

/** A response that proxies must neither buffer nor change. */
function streamResponse(body: ReadableStream): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

/** [Note: Relay] applies here too: the bytes come from Coffer's own origin, and must never act as a page. */
function fileResponse({ status, headers, bytes }: FileAnswer): Response {
  return new Response(bytes, {
    status,
    headers: {
      ...headers,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

function revisionIn(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('revision' in body)) return undefined;
  return typeof body.revision === 'number' ? body.revision : undefined;
}
