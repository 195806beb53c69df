import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import type { Caller, Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { createRequestLimiter, type RequestLimiter, type RequestSource } from '../limits/request-limiter.ts';
import type { Operation } from '../operations/operation.ts';
import type { HostedRoute } from '../hosted/routes.ts';
import { type Access, corsHeaders, isOwnHost } from './access.ts';
import { presentDiscovery, presentJwks } from './discovery.ts';
import { respondOutbox } from './outbox-page.ts';
import { readBody } from './read-body.ts';
import {
  type Exchange,
  respondDocument,
  respondError,
  respondMisdirected,
  respondOk,
  respondPreflight,
} from './respond.ts';
import { type AdminCredential, verifySignature } from './sig-v4.ts';
import { describeIssues } from './validation-error.ts';

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const WELL_KNOWN = /\/([^/]+)\/\.well-known\/(jwks\.json|openid-configuration)$/;
const NESTING_MAX = 8;
const USER_AGENT_LENGTH_MAX = 512;

export interface Connection {
  readonly address?: string | undefined;
}

export interface HandlerOptions extends Deps, Access {
  readonly adminCredentials: readonly AdminCredential[];
}
type HandlerDeps = HandlerOptions & { readonly limiter: RequestLimiter };
export type Handler = (request: Request, connection?: Connection) => Promise<Response>;

/** Serves JSON 1.1 on POST, the public documents on GET, and CORS preflights. */
export function createHandler(options: HandlerOptions): Handler {
  const deps = { ...options, limiter: createRequestLimiter(options) };
  return async (request, connection = {}) => {
    const cors = corsHeaders(deps.corsOrigins, request.headers.get('origin'));
    const exchange = { requestId: randomUUID(), now: deps.clock.now(), cors };
    if (!isOwnHost(deps.hosts, request)) return respondMisdirected(exchange);
    try {
      return await handle(deps, request, { ...exchange, address: connection.address });
    } catch (cause) {
      deps.log.error('request_failed', { requestId: exchange.requestId, ...describeFailure(cause) });
      return respondError(exchange, errors.internal);
    }
  };
}

async function handle(
  deps: HandlerDeps,
  request: Request,
  exchange: Exchange & { readonly address: string | undefined },
): Promise<Response> {
  const { requestId, address, cors } = exchange;
  const caller = { requestId, address, userAgent: userAgentOf(request) };
  const hosted = await findHosted(deps, request, caller);
  if (hosted !== undefined && !(hosted.isOpen && request.method === 'OPTIONS'))
    return withHeaders(
      await answerHosted(deps, hosted, { method: request.method, requestId, address }),
      hosted.isOpen ? cors : {},
    );
  switch (request.method) {
    case 'OPTIONS':
      return respondPreflight(exchange);
    case 'GET':
    case 'HEAD': {
      const path = new URL(request.url).pathname;
      if (path === '/outbox') return await respondOutbox(deps, request, exchange);
      return respondDocument(exchange, await findDocument(deps, path));
    }
    case 'POST': {
      const startedAt = performance.now();
      const name = operationName(request);
      const operation = await findOperation(name);
      const result = await call(deps, request, { ...exchange, name, operation });
      deps.log.info('request', {
        requestId: exchange.requestId,
        operation: operation === undefined ? 'unknown' : name,
        outcome: result.ok ? 'ok' : result.error.type,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
      });
      return result.ok ? respondOk(exchange, result.value) : respondError(exchange, result.error);
    }
    default:
      return respondError(exchange, errors.unknownOperation);
  }
}

// [Note: Half of the pool] Operations and pages contain most of the pool's modules. They are loaded by the first call
// that needs them, so that start-up, which serves only the public documents, is fast.

async function findOperation(name: string): Promise<Operation | undefined> {
  const { operations } = await import('../operations/registry.ts');
  return operations.get(name);
}

async function findHosted(
  deps: HandlerDeps,
  request: Request,
  caller: Caller,
): Promise<HostedRoute | undefined> {
  if (namesOperation(request) || WELL_KNOWN.test(new URL(request.url).pathname)) return undefined;
  const { findHostedRoute } = await import('../hosted/routes.ts');
  return findHostedRoute(deps, request, caller);
}

async function answerHosted(
  deps: HandlerDeps,
  hosted: HostedRoute,
  asked: { readonly method: string; readonly requestId: string; readonly address: string | undefined },
): Promise<Response> {
  const { method, requestId, address } = asked;
  const { path, countsAs } = hosted;
  try {
    if (countsAs !== undefined && !(await deps.limiter.admit(countsAs, { address })))
      return await hosted.fail('too_many_requests');
    const response = await hosted.answer();
    deps.log.info('hosted_request', { requestId, path, method, status: response.status });
    return response;
  } catch (cause) {
    deps.log.error('request_failed', { requestId, path, ...describeFailure(cause) });
    return await hosted.fail('internal');
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.append(name, value);
  return response;
}

async function findDocument(deps: HandlerDeps, path: string): Promise<object | undefined> {
  const [, poolId, document] = WELL_KNOWN.exec(path) ?? [];
  if (poolId === undefined) return undefined;
  return document === 'jwks.json' ? await presentJwks(deps, poolId) : await presentDiscovery(deps, poolId);
}

/** No form or link can send this header, so a request with it is never a page request. */
function namesOperation(request: Request): boolean {
  return request.method === 'POST' && request.headers.has('x-amz-target');
}

function operationName(request: Request): string {
  const target = request.headers.get('x-amz-target') ?? '';
  return target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : '';
}

async function call(
  deps: HandlerDeps,
  request: Request,
  exchange: Exchange & {
    readonly address: string | undefined;
    readonly name: string;
    readonly operation: Operation | undefined;
  },
): Promise<Result<object, PoolError>> {
  const { operation } = exchange;
  if (operation === undefined) return err(errors.unknownOperation);
  const body = await readBody(request);
  if (!body.ok) return err(errors.bodyTooLarge);
  const { address } = exchange;
  let source: RequestSource = { address };
  let credential: AdminCredential | undefined;
  if (operation.access === 'signed') {
    const signer = verifySignature(deps, request, body.value);
    if (!signer.ok) return signer;
    source = { accessKeyId: signer.value.accessKeyId };
    credential = signer.value;
  }
  if (!(await deps.limiter.admit(exchange.name, source))) return err(errors.rateExceeded());
  const run = prepare(deps, { operation, credential }, body.value);
  if (!run.ok) return run;
  try {
    return await run.value({ requestId: exchange.requestId, address, userAgent: userAgentOf(request) });
  } finally {
    // Signed operations may change clients and pools, so the cache is cleared before the response.
    if (operation.access === 'signed') deps.clients.forget();
  }
}

function userAgentOf(request: Request): string | undefined {
  return request.headers.get('user-agent')?.slice(0, USER_AGENT_LENGTH_MAX);
}

function prepare(
  deps: Deps,
  asked: { readonly operation: Operation; readonly credential: AdminCredential | undefined },
  bytes: Buffer,
) {
  const body = parseJson(bytes);
  if (!body.ok) return body;
  const { operation, credential } = asked;
  if (credential !== undefined && !mayUse(credential, body.value)) return err(errors.accessDenied);
  const prepared = operation.prepare(deps, body.value);
  return typeof prepared === 'function' ? ok(prepared) : err(describeIssues(prepared, body.value));
}

/** A restricted key pair works only for requests that name one of its pools. */
function mayUse(credential: AdminCredential, body: unknown): boolean {
  if (credential.pools === undefined) return true;
  const poolId: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'UserPoolId') : undefined;
  return typeof poolId === 'string' && credential.pools.includes(poolId);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): Result<unknown, PoolError> {
  let text: string;
  let parsed: unknown;
  try {
    text = bytes.length === 0 ? '{}' : utf8.decode(bytes);
    parsed = JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof TypeError)
      return err(errors.serialization('The request body is not JSON'));
    throw cause;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return err(errors.serialization('The request body is not a JSON object'));
  return ok(text.includes('null') ? withoutNulls(parsed, 0) : parsed);
}

/** JSON 1.1 treats null members as missing. Stops at a nesting limit. */
function withoutNulls(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > NESTING_MAX) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}

/** Contains only names and codes, because database messages may quote input. */
function describeFailure(cause: unknown): {
  readonly error: string;
  readonly code?: string;
  readonly at?: string;
} {
  if (!(cause instanceof Error)) return { error: typeof cause };
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  const frame = cause.stack
    ?.split('\n')
    .find((line) => /^\s+at /.test(line))
    ?.trim();
  return { error: cause.name, ...code, ...(frame === undefined ? {} : { at: frame }) };
}
