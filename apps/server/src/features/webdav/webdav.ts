import { ERROR_STATUS, SERVER_LIMITS } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import { type Actor, type Failure, hasScope } from '../../operation.ts';
import { inCall } from '../../platform/call-context.ts';
import { isDatabaseFull, isDatabaseUnavailable } from '../../platform/db/unavailable.ts';
import { createFairSlots, type FairSlots } from '../../platform/fair-slots.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import { get } from './methods/get.ts';
import { lock, unlock } from './methods/lock.ts';
import { makeFolder } from './methods/make-folder.ts';
import { place } from './methods/place.ts';
import { propfind } from './methods/propfind.ts';
import { proppatch } from './methods/proppatch.ts';
import { put } from './methods/put.ts';
import { remove } from './methods/remove.ts';
import { type DavCall, type DavFailure, type DavServices, isRefusal } from './dav-call.ts';
import { parsePath } from './paths.ts';
import { readBasic } from './read-basic.ts';
import { XML_HEAD, XML_TYPE } from './xml/write-xml.ts';

/** A request below `/dav`, before the sign-in. */
export interface DavRequest {
  readonly request: Request;
  readonly requestId: string;
  readonly address: string;
  /** Asks a client that waits with its body to send it. */
  readonly askForBody: () => void;
}

export type DavSignIn = (given: {
  readonly username: string;
  readonly secret: string;
  readonly address: string;
}) => Promise<Result<Actor, Failure>>;

const UPLOAD_SLOTS = {
  slotsMax: SERVER_LIMITS.davTransfersMax,
  slotsPerKeyMax: SERVER_LIMITS.davTransfersPerPersonMax,
  waitingMax: 4_000,
};
/** Limits of concurrent requests that carry no file, as of calls of the API. */
const CALL_SLOTS = {
  slotsMax: 128,
  slotsPerKeyMax: SERVER_LIMITS.callsInFlightPerson,
  waitingMax: 4_000,
  waitingPerKeyMax: SERVER_LIMITS.callsWaitingPerson,
};
/**
 * Limits of concurrent downloads. A download occupies a connection to the store, but keeps no part of the file in
 * memory.
 */
const DOWNLOAD_SLOTS = { slotsMax: 800, slotsPerKeyMax: 100, waitingMax: 4_000 };

/** Methods that store something. The rest of the disk is reserved for those that free it. */
const FILLING: ReadonlySet<string> = new Set(['PROPPATCH', 'PUT', 'MKCOL', 'COPY', 'LOCK']);

type Method = (call: DavCall) => Promise<Result<Response, DavFailure>>;

export type WebDav = (asked: DavRequest) => Promise<Response>;

/**
 * [Note: WebDAV] A second interface to the same operations: each method finds its node by name and calls what the page
 * calls. Its clients know only one URL, so bytes pass through the server, streamed as fast as the receiver takes them.
 */
export function createWebDav(services: DavServices, signIn: DavSignIn): WebDav {
  const uploads = createFairSlots(UPLOAD_SLOTS);
  const downloads = createFairSlots(DOWNLOAD_SLOTS);
  const calls = createFairSlots(CALL_SLOTS);
  const { clock } = services;
  const limit = createRateLimit({
    clock,
    burst: SERVER_LIMITS.davPerMinutePerson,
    intervalMs: MINUTE_MS / SERVER_LIMITS.davPerMinutePerson,
  });
  const reading: Readonly<Record<string, Method>> = {
    PROPFIND: inTurn(calls, propfind),
    GET: async (call) => await get(call, downloads),
    HEAD: async (call) => await get(call, downloads),
  };
  const changing: Readonly<Record<string, Method>> = {
    PROPPATCH: inTurn(calls, proppatch),
    PUT: async (call) => await put(call, uploads),
    MKCOL: inTurn(calls, makeFolder),
    DELETE: inTurn(calls, remove),
    COPY: inTurn(calls, async (call) => await place(call, 'copy')),
    MOVE: inTurn(calls, async (call) => await place(call, 'move')),
    LOCK: inTurn(calls, lock),
    UNLOCK: inTurn(calls, unlock),
  };
  const allow = ['OPTIONS', ...Object.keys(reading), ...Object.keys(changing)].join(', ');
  const abilities = { allow, dav: '1, 2, 3', 'ms-author-via': 'DAV' };

  const run = async (asked: DavRequest): Promise<Result<Response, DavFailure>> => {
    const { request } = asked;
    // Windows Explorer sends OPTIONS before it signs in.
    if (request.method === 'OPTIONS') return ok(new Response(null, { status: 200, headers: abilities }));
    const isChange = Object.hasOwn(changing, request.method);
    const method = isChange ? changing[request.method] : reading[request.method];
    if (method === undefined) return err({ status: 405 });
    // A browser may have stored the password, which pages of other sites must not use.
    const site = request.headers.get('sec-fetch-site');
    if (site !== null && site !== 'none' && site !== 'same-origin') return err({ code: 'cross_site' });
    const given = readBasic(request.headers.get('authorization'));
    if (given === undefined) return err({ code: 'not_signed_in' });
    const signedIn = await signIn({ ...given, address: asked.address });
    if (!signedIn.ok) return signedIn;
    const { person, tokenName: token } = signedIn.value;
    const scope = isChange ? 'files:write' : 'files:read';
    if (!hasScope(signedIn.value, scope)) return err({ code: 'scope_missing', facts: { scope } });
    if (FILLING.has(request.method) && services.disk?.isFull === true) return err({ code: 'storage_full' });
    const waitMs = limit.take(person.id);
    if (waitMs > 0)
      return err({ code: 'rate_limited', facts: { retry_after: Math.ceil(waitMs / SECOND_MS) } });
    const path = parsePath(new URL(request.url).pathname);
    if (!path.ok) return err({ status: 400 });
    const call: DavCall = {
      services,
      actor: person,
      request,
      path: path.value,
      hosts: [new URL(services.config.url).host, request.headers.get('host') ?? ''],
      requestId: asked.requestId,
      body: () => bodyOf(asked),
    };
    const caller = { kind: 'person', id: person.id, token } as const;
    return await inCall({ caller, address: asked.address }, async () => await method(call));
  };

  return async (asked) => {
    const result = await withoutExceptions(services, asked, run);
    return result.ok ? result.value : refusalResponse(result.error, { ...asked, allow });
  };
}

/** Runs a method that carries no file in one of the slots. */
function inTurn(slots: FairSlots, method: Method): Method {
  return async (call) => {
    const slot = await slots.acquire(call.actor.id, () => call.request.signal);
    if (!slot.ok) return err({ code: 'rate_limited' });
    try {
      return await method(call);
    } finally {
      slot.value();
    }
  };
}

/** Whether a temporary file did not fit. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/**
 * The body. A client that waits with it is asked for it by the first read, after all checks that may reject the
 * request.
 */
async function* bodyOf({ request, askForBody }: DavRequest): AsyncGenerator<Uint8Array> {
  askForBody();
  if (request.body !== null) yield* request.body;
}

async function withoutExceptions(
  { disk, log }: DavServices,
  asked: DavRequest,
  run: (asked: DavRequest) => Promise<Result<Response, DavFailure>>,
): Promise<Result<Response, DavFailure>> {
  const { requestId, request } = asked;
  try {
    return await run(asked);
  } catch (error) {
    // The client disconnected while it sent the body.
    if (request.signal.aborted) return err({ status: 400 });
    if (isDatabaseUnavailable(error)) return err({ code: 'database_unavailable' });
    if (isDatabaseFull(error) || isDiskFull(error)) {
      log.warn('storage_full', { requestId, method: request.method });
      await disk?.release();
      return err({ code: 'storage_full' });
    }
    log.error('request_failed', { requestId, method: request.method }, error);
    return err({ code: 'internal' });
  }
}

/** The status of errors for which WebDAV uses another one than the API. */
const STATUS: Readonly<Record<string, number>> = {
  quota_exceeded: 507,
  storage_full: 507,
  too_deep: 403,
  outside_share: 403,
  under_hold: 403,
  move_into_itself: 403,
  limit_reached: 403,
};

interface Refused {
  readonly request: Request;
  readonly allow: string;
}

function refusalResponse(failure: DavFailure, { request, allow }: Refused): Response {
  const headers = new Headers();
  const status = isRefusal(failure) ? failure.status : (STATUS[failure.code] ?? ERROR_STATUS[failure.code]);
  if (status === 401) headers.set('www-authenticate', 'Basic realm="Coffer", charset="UTF-8"');
  if (status === 405) headers.set('allow', allow);
  const wait = isRefusal(failure) ? undefined : failure.facts?.['retry_after'];
  if (status === 429 || status === 503)
    headers.set('retry-after', typeof wait === 'number' ? String(wait) : '2');
  // The connection is closed, because the rest of the body is not read. A file may be read in part.
  if (request.body !== null && (!request.bodyUsed || request.method === 'PUT'))
    headers.set('connection', 'close');
  const condition = isRefusal(failure) ? failure.condition : CONDITIONS[failure.code];
  if (condition !== undefined) {
    headers.set('content-type', XML_TYPE);
    return new Response(`${XML_HEAD}<D:error xmlns:D="DAV:">${condition}</D:error>`, { status, headers });
  }
  headers.set('content-type', 'text/plain; charset=utf-8');
  const text = isRefusal(failure) ? (failure.text ?? '') : failure.code.replaceAll('_', ' ');
  return new Response(text === '' ? null : `${text}\n`, { status, headers });
}

const CONDITIONS: Readonly<Record<string, string>> = { quota_exceeded: '<D:quota-not-exceeded/>' };
