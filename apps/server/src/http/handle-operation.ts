import { LIMITS, type Operation, operations } from '@coffer/contracts';
import { assert, err, ok, type Result, SECOND_MS } from '@coffer/kit';
import { type Once, UNKEYED } from '../platform/db/once.ts';
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Services } from '../services.ts';
import { networkOf } from './client-address.ts';
import type { Cookies } from './cookies.ts';
import { isFromOwnPages } from './cross-site.ts';
import { type Answer, answerOnce, idempotencyKeyOf } from './idempotency.ts';
import { type Input, parseInput, revisionOf } from './parse-input.ts';
import { jsonResponse, problemResponse } from './problem.ts';
import type { RateLimit } from './rate-limit.ts';
import { readJsonBody } from './read-body.ts';
import { createReply, type PendingReply } from './reply.ts';
import type { Actor, Failure, Route } from './route.ts';

/** What all operations share. */
export interface OperationContext {
  readonly services: Pick<Services, 'db' | 'clock' | 'log'>;
  readonly ownOrigin: string;
  readonly cookies: Cookies;
  readonly metrics: Metrics;
  readonly personLimit: RateLimit;
  readonly addressLimit: RateLimit;
  /** The session's person; undefined when the cookie names no living session. */
  readonly authenticate: Authenticate;
  /** For tests: an answer that its own schema refuses is an error. */
  readonly checkResponses: boolean;
}

/** `isUse: false`: a page looks by itself, which keeps no session alive. */
export type Authenticate = (
  cookieValue: string,
  call: { readonly isUse: boolean },
) => Promise<Actor | undefined>;

/** One call, before anything of it has been judged. */
export interface Call {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Answers one call of the API. The order is fixed: where it comes from, how often, who asks, what is asked, whether it was asked before; only
 * then the handler runs. Every refusal is a problem, every exception an `internal` without details.
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
      context.services.log.warn('database_unavailable', facts);
      return problemResponse({ code: 'database_unavailable' }, requestId);
    }
    context.services.log.error('request_failed', facts, error);
    return problemResponse({ code: 'internal' }, requestId);
  }
}

type Answered = Answer & { readonly isRepeated: boolean };

async function run(context: OperationContext, running: Running): Promise<Result<Answered, Failure>> {
  const { route, call, pending } = running;
  const operation: Operation = operations[route.operation];
  const { headers } = call.request;
  const isChange = operation.method !== 'GET';
  if (isChange && !isFromOwnPages(headers, context.ownOrigin)) return err({ code: 'cross_site' });

  const cookie = context.cookies.read(headers.get('cookie'), 'session');
  const isUse = operation.isUnattended !== true;
  const actor = cookie === undefined ? undefined : await context.authenticate(cookie, { isUse });
  const waitMs = timeToWait(context, { actor, address: call.address, isChange });
  if (waitMs > 0) {
    return err({ code: 'rate_limited', facts: { retry_after: Math.ceil(waitMs / SECOND_MS) } });
  }
  if (operation.access === 'person' && actor === undefined) return err({ code: 'not_signed_in' });

  const input = await readInput(context, operation, call);
  if (!input.ok) return input;
  const revision = revisionOf(headers);
  if (!revision.ok) return revision;
  if (operation.replaces === true && revision.value === undefined) return err({ code: 'revision_required' });
  const key = operation.creates === true ? idempotencyKeyOf(headers) : ok(undefined);
  if (!key.ok) return key;

  const handle = async (once: Once): Promise<Result<Answer, Failure>> => {
    const result = await route.handle({
      ...input.value,
      revision: revision.value,
      request: {
        requestId: call.requestId,
        address: call.address,
        userAgent: (headers.get('user-agent') ?? '').slice(0, 500),
        cookie: (name) => context.cookies.read(headers.get('cookie'), name),
      },
      reply: pending.reply,
      once,
      actor,
    });
    if (!result.ok) return result;
    if (context.checkResponses) checkResponse(operation, result.value, pending);
    context.metrics.countCommitted(committedIn(route.operation, result.value));
    return ok({ status: operation.status, body: result.value });
  };
  if (key.value === undefined || actor === undefined) {
    const result = await handle(UNKEYED);
    return result.ok ? ok({ ...result.value, isRepeated: false }) : result;
  }
  const asked = {
    userId: actor.person.id,
    key: key.value,
    operation: route.operation,
    status: operation.status,
    input: input.value,
  };
  return await answerOnce(context.services, asked, handle);
}

/** How many uploads a call has made files of. */
function committedIn(operation: Route['operation'], body: unknown): number {
  if (operation === 'completeUpload') return 1;
  if (operation !== 'completeUploads' || typeof body !== 'object' || body === null) return 0;
  return 'items' in body && Array.isArray(body.items) ? body.items.filter(isCommitted).length : 0;
}

function isCommitted(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'outcome' in item && item.outcome === 'committed';
}

/** A person is counted by name; without a session only calls that change something are counted, by network. In milliseconds. */
function timeToWait(
  context: OperationContext,
  {
    actor,
    address,
    isChange,
  }: { readonly actor: Actor | undefined; readonly address: string; readonly isChange: boolean },
): number {
  if (actor !== undefined) return context.personLimit.take(actor.person.id);
  return isChange ? context.addressLimit.take(networkOf(address)) : 0;
}

async function readInput(
  context: OperationContext,
  operation: Operation,
  call: Call,
): Promise<Result<Input, Failure>> {
  const query = new URL(call.request.url).searchParams;
  if (operation.method === 'GET')
    return parseInput(operation, { params: call.params, query, body: undefined });
  // Calls that anybody may send have small bodies: none of them carries more than a name and a few numbers.
  const sizeMaxBytes = operation.access === 'anyone' ? LIMITS.relayBodyBytesMax : LIMITS.bodyBytesMax;
  const body = await readJsonBody(call.request, sizeMaxBytes);
  if (!body.ok) return body;
  context.metrics.countRequestBytes(body.value.sizeBytes);
  return parseInput(operation, { params: call.params, query, body: body.value.value });
}

function checkResponse(operation: Operation, body: unknown, pending: PendingReply): void {
  if (pending.redirectTo() !== undefined) return;
  if (operation.response === undefined)
    return assert(body === undefined, 'an operation without a response answers nothing');
  const parsed = operation.response.safeParse(body);
  const paths = parsed.success ? '' : parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  assert(parsed.success, `the answer is what the contract says; it is not at: ${paths}`);
}

function success(answer: Answered, pending: PendingReply): Response {
  const location = pending.redirectTo();
  if (location !== undefined) return new Response(null, { status: 302, headers: { location } });
  const headers = new Headers();
  if (answer.isRepeated) headers.set('idempotency-replayed', 'true');
  if (answer.status === 204) return new Response(null, { status: 204, headers });
  headers.set('content-type', 'application/json');
  const revision = revisionIn(answer.body);
  if (revision !== undefined) headers.set('etag', `"${revision}"`);
  return jsonResponse(JSON.stringify(answer.body), answer.status, headers);
}

function revisionIn(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('revision' in body)) return undefined;
  return typeof body.revision === 'number' ? body.revision : undefined;
}
