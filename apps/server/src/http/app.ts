import { operations, SERVER_LIMITS } from '@coffer/contracts';
import { assert, type Clock, err, MINUTE_MS } from '@coffer/kit';
import { Hono } from 'hono';
import { isLoopback } from '../config/origins.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Services } from '../services.ts';
import { type BackChannelLogout, createBackChannel } from './back-channel.ts';
import { type Client, createClientReader } from '../platform/network/client-address.ts';
import { compressAnswers } from './compress-answers.ts';
import { createCookies } from './cookies.ts';
import {
  type Authenticate,
  type AuthenticateToken,
  type DiskRoom,
  handleOperation,
  type OperationContext,
} from './handle-operation.ts';
import type { Readiness } from './health.ts';
import { createCallSlots } from './limits/call-slots.ts';
import { openApiDocument } from './openapi.ts';
import { problemResponse } from './problem.ts';
import { createRateLimit, type RateLimit } from '../platform/rate-limit.ts';
import type { Relay } from './relay.ts';
import type { Route } from '../route.ts';
import { DATA_POLICY, DOCUMENT_HEADERS, MAIL_POLICY, securityHeaders } from './security-headers.ts';

export interface AppDeps {
  /** The person of the session, read by one indexed query. Undefined if the cookie matches no live session. */
  readonly authenticate: Authenticate;
  /** The person of a token. If missing, every token is rejected. */
  readonly authenticateToken?: AuthenticateToken;
  readonly metrics: Metrics;
  readonly readiness: () => Promise<Readiness>;
  readonly pages: (request: Request) => Promise<Response>;
  /** Handles logout tokens of external issuers. */
  readonly backChannelLogout?: BackChannelLogout;
  readonly relay?: Relay | undefined;
  /** Undefined if the installation has no WebDAV. */
  readonly webDav?: WebDav | undefined;
  /** The keys of receipts as a JWK Set (RFC 7517). */
  readonly receiptKeys?: () => Promise<object>;
  /** A mail template with example data, as HTML. Undefined for an unknown template. */
  readonly mailPreview?: (kind: string, language: string) => Promise<string | undefined>;
  readonly disk?: DiskRoom | undefined;
  /** Called for every call of the API. */
  readonly noteCall?: () => void;
  /** For tests: whether a response that violates its schema is an error. */
  readonly checkResponses?: boolean;
}

export interface Bindings {
  readonly incoming?: {
    readonly url?: string | undefined;
    readonly socket?: { readonly remoteAddress?: string | undefined };
  };
  /** Asks for the body. Set while the client waits to send it. */
  readonly askForBody?: () => void;
}

/** Handles requests below `/dav`. */
export type WebDav = (asked: {
  readonly request: Request;
  readonly requestId: string;
  readonly address: string;
  readonly askForBody: () => void;
}) => Promise<Response>;

type Environment = { Bindings: Bindings; Variables: { requestId: string; client: Client } };
export type App = Hono<Environment>;

const API = '/api/v1';

/** Creates the application: the routes under /api/v1, the pages, and the operator's /healthz, /readyz and /metrics. */
export function createApp(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'log' | 'newId'>,
  routes: readonly Route[],
  deps: AppDeps,
): App {
  const { config, clock } = services;
  const app: App = new Hono<Environment>();
  const context: OperationContext = {
    services,
    ownOrigin: config.url,
    cookies: createCookies(config.secureCookies),
    metrics: deps.metrics,
    disk: deps.disk,
    personLimit: limitPerMinute(SERVER_LIMITS.apiPerMinutePerson, clock),
    addressLimit: limitPerMinute(SERVER_LIMITS.apiPerMinuteAddress, clock),
    guestLimit: limitPerMinute(SERVER_LIMITS.apiPerMinuteGuest, clock),
    callSlots: createCallSlots(),
    authenticate: deps.authenticate,
    authenticateToken: deps.authenticateToken ?? refuseToken,
    checkResponses: deps.checkResponses ?? false,
  };

  addEnvelope(app, services);
  app.use(`${API}/*`, async (_, next) => {
    deps.noteCall?.();
    await next();
  });
  app.use(`${API}/*`, compressAnswers());
  mountRoutes(app, routes, context);
  mountOpenApi(app, config.url, context.cookies.wireName('session'));
  app.all('/api/*', (c) => problemResponse({ code: 'route_not_found' }, c.get('requestId')));
  mountOperator(app, deps);
  if (deps.backChannelLogout !== undefined) mountBackChannel(app, deps.backChannelLogout, clock);
  const { receiptKeys, relay } = deps;
  if (receiptKeys !== undefined) {
    app.get('/.well-known/coffer-receipts.json', async () => Response.json(await receiptKeys()));
  }
  const { mailPreview } = deps;
  if (mailPreview !== undefined) mountMailPreview(app, mailPreview);
  if (relay !== undefined) {
    app.all('/relay/*', async (c) => await relay(c.req.raw, c.get('requestId')));
  }
  mountWebDav(app, deps);
  app.get('*', async (c) => await deps.pages(c.req.raw));
  app.all('*', () => new Response('Method not allowed.\n', { status: 405, headers: { allow: 'GET, HEAD' } }));

  app.onError((error, c) => {
    services.log.error('request_failed', { requestId: c.get('requestId') }, error);
    return problemResponse({ code: 'internal' }, c.get('requestId'));
  });
  return app;
}

const refuseToken: AuthenticateToken = async () => await Promise.resolve(err({ code: 'token_refused' }));

function limitPerMinute(count: number, clock: Clock): RateLimit {
  return createRateLimit({ clock, burst: count, intervalMs: MINUTE_MS / count });
}

const OF_DOCUMENTS = Object.entries(DOCUMENT_HEADERS);

function addEnvelope(app: App, { config, newId }: Pick<Services, 'config' | 'newId'>): void {
  const readClient = createClientReader(config.trustedProxies);
  const protection = Object.entries(securityHeaders(config.secureCookies));
  app.use(async (c, next) => {
    c.set('requestId', newId());
    c.set('client', readClient(c.env?.incoming?.socket?.remoteAddress, c.req.raw.headers));
    const elsewhere = otherLoopbackName(c.req.raw, config.url);
    if (isRebound(c.req.raw, config.url))
      c.res = new Response(`This Coffer responds only at ${config.url}; COFFER_URL sets another URL.\n`, {
        status: 421,
      });
    else if (elsewhere === undefined) await next();
    else c.res = new Response(null, { status: 307, headers: { location: elsewhere } });
    const { headers } = c.res;
    for (const [name, value] of protection) headers.set(name, value);
    // Documents and workers are never cached forever, so only they need these headers.
    const isPart = headers.get('cache-control')?.endsWith('immutable') === true;
    for (const [name, value] of isPart ? [] : OF_DOCUMENTS) headers.set(name, value);
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('x-request-id', c.get('requestId'));
  });
}

/**
 * Whether the request may come from DNS rebinding: an application on loopback accepts only loopback host names (RFC
 * 9110, section 15.5.20).
 */
function isRebound(request: Request, ownUrl: string): boolean {
  const host = request.headers.get('host');
  if (host === null || !isLoopback(ownUrl)) return false;
  const asked = `http://${host}`;
  return !URL.canParse(asked) || !isLoopback(asked);
}

/**
 * [Note: One loopback name] Cookies ignore ports, so application and embedded store use different loopback names.
 * Requests with the store's name are redirected, because otherwise the session cookie would also be sent to the store.
 */
function otherLoopbackName(request: Request, ownUrl: string): string | undefined {
  const host = request.headers.get('host');
  if (host === null || request.method !== 'GET' || !isLoopback(ownUrl)) return undefined;
  const url = new URL(request.url);
  // WebDAV needs no cookie, and its clients follow no redirect.
  if (/^\/dav(?:\/|$)/.test(url.pathname)) return undefined;
  if (url.pathname === '/healthz' || url.pathname === '/readyz' || url.pathname === '/metrics')
    return undefined;
  const asked = `http://${host}`;
  if (!URL.canParse(asked) || !isLoopback(asked) || new URL(asked).hostname === new URL(ownUrl).hostname)
    return undefined;
  return `${ownUrl}${url.pathname}${url.search}`;
}

function mountRoutes(app: App, routes: readonly Route[], context: OperationContext): void {
  const mounted = new Set<string>();
  const byPattern = Map.groupBy(routes, ({ operation }) => patternOf(operations[operation].path));
  // A path with a fixed name comes before one with an id in the same place, which would reject the name as an id.
  for (const [pattern, methods] of [...byPattern].toSorted(([one], [other]) => bySpecificity(one, other))) {
    const allowed = new Set(['OPTIONS']);
    for (const route of methods) {
      const { method, access } = operations[route.operation];
      assert(!mounted.has(route.operation), `${route.operation} is mounted once`);
      assert(route.access === access, `${route.operation} is open to whom the contract says`);
      mounted.add(route.operation);
      app.on(method, pattern, async (c) => {
        const { address } = c.get('client');
        const call = { request: c.req.raw, params: c.req.param(), requestId: c.get('requestId'), address };
        return await handleOperation(context, route, call);
      });
      allowed.add(method);
      if (method === 'GET') allowed.add('HEAD');
    }
    refuseOtherMethods(app, pattern, [...allowed].toSorted().join(', '));
  }
}

function patternOf(path: string): string {
  return `${API}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

function bySpecificity(one: string, other: string): number {
  return orderOf(one) < orderOf(other) ? -1 : 1;
}

/** A sort key that puts names before parameters, segment by segment. */
function orderOf(pattern: string): string {
  return pattern.replaceAll(/:\w+/g, '\uFFFF');
}

function refuseOtherMethods(app: App, pattern: string, allow: string): void {
  app.all(pattern, (c) => {
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    const response = problemResponse({ code: 'method_not_allowed' }, c.get('requestId'));
    response.headers.set('allow', allow);
    return response;
  });
}

function mountOpenApi(app: App, url: string, cookieName: string): void {
  let document: string | undefined;
  const path = `${API}/openapi.json`;
  app.get(path, () => {
    document ??= JSON.stringify(openApiDocument(url, cookieName));
    return new Response(document, { headers: { 'content-type': 'application/json' } });
  });
  refuseOtherMethods(app, path, 'GET, HEAD, OPTIONS');
}

/** Mounts WebDAV. Its responses are never pages, which WebDAV clients do not understand. */
function mountWebDav(app: App, { webDav, noteCall }: AppDeps): void {
  for (const path of ['/dav', '/dav/*']) {
    app.all(path, async (c) => {
      if (webDav === undefined) return new Response('WebDAV is not available.\n', { status: 404 });
      // A URL parser would drop the fragment, so the request would apply to the folder around it.
      if (c.env?.incoming?.url?.includes('#') === true) return new Response(null, { status: 400 });
      noteCall?.();
      const askForBody = (): void => c.env?.askForBody?.();
      const { address } = c.get('client');
      return await webDav({ request: c.req.raw, requestId: c.get('requestId'), address, askForBody });
    });
  }
}

function mountBackChannel(app: App, logout: BackChannelLogout, clock: Clock): void {
  const answer = createBackChannel(logout, clock);
  app.all('/auth/backchannel-logout/:issuer', async (c) => {
    const { address } = c.get('client');
    return await answer({ request: c.req.raw, issuerId: c.req.param('issuer'), address });
  });
}

function mountMailPreview(app: App, preview: NonNullable<AppDeps['mailPreview']>): void {
  app.get('/mail-preview/:language/:kind', async (c) => {
    const html = await preview(c.req.param('kind'), c.req.param('language'));
    if (html === undefined) return new Response('Not found.\n', { status: 404 });
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': MAIL_POLICY };
    return new Response(html, { headers });
  });
}

function mountOperator(app: App, { metrics, readiness }: Pick<AppDeps, 'metrics' | 'readiness'>): void {
  app.get('/healthz', () => Response.json({ status: 'ok' }));
  app.get('/readyz', async () => {
    const { isReady, checks } = await readiness();
    const body = { status: isReady ? 'ok' : 'failed', checks };
    return Response.json(body, { status: isReady ? 200 : 503 });
  });
  app.get('/metrics', async (c) => {
    if (!c.get('client').isOperator) return new Response('Not found.\n', { status: 404 });
    const { text, mediaType } = await metrics.expose();
    return new Response(text, { headers: { 'content-type': mediaType } });
  });
}
