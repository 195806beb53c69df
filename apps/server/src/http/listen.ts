import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Bindings } from './app.ts';
import { problemResponse } from './problem.ts';

type Fetch = (request: Request, env: Bindings) => Response | Promise<Response>;

/** The listening socket. Responds with "starting" until it has an application. */
export interface Listener {
  readonly port: number;
  serve(fetch: Fetch): void;
  /** Bytes received and sent on all connections, including HTTP headers. */
  readonly bytesRead: () => number;
  readonly bytesWritten: () => number;
  /** Stops accepting, lets running requests finish for `graceMs`, then closes the rest. */
  close(graceMs: number): Promise<void>;
}

const POLL_MS = 50;

/** Binds before anything else starts, so that a taken port is reported first. */
export async function listen(options: {
  readonly host: string;
  readonly port: number;
  /** How long a client may take to send an ordinary body. Default: one minute. */
  readonly requestMs?: number;
  /** How long the sender of a long body may send nothing. Default: two minutes. */
  readonly silenceMs?: number;
  /**
   * Whether a request to this path may take any time, as long as bytes keep arriving. Such a request gets `100
   * Continue` only when the handler asks for the body.
   */
  readonly acceptsLongBody?: (path: string) => boolean;
}): Promise<Result<Listener, { readonly code: 'port_taken' | 'host_unknown' }>> {
  let fetch: Fetch = starting;
  const waiting = new WeakMap<IncomingMessage, () => void>();
  const handle = getRequestListener((request, env) => fetch(request, bindingsOf(env, waiting)), {
    overrideGlobalObjects: false,
  });
  const server = createServer(
    {
      headersTimeout: 15 * SECOND_MS,
      // This timeout would apply to all requests alike, so the timers below replace it.
      requestTimeout: 0,
      keepAliveTimeout: 75 * SECOND_MS,
      connectionsCheckingInterval: 5 * SECOND_MS,
      maxHeaderSize: 16_384,
    },
    (request, response) => void handle(request, response),
  );
  const acceptsLongBody = options.acceptsLongBody ?? (() => false);
  timeBodies(server, {
    acceptsLongBody,
    requestMs: options.requestMs ?? 60 * SECOND_MS,
    silenceMs: options.silenceMs ?? 2 * MINUTE_MS,
  });
  server.on('checkContinue', (request, response) => {
    if (acceptsLongBody(request.url ?? '')) waiting.set(request, () => response.writeContinue());
    else response.writeContinue();
    server.emit('request', request, response);
  });
  answerMalformed(server);
  const traffic = countTraffic(server);
  const failure = await bind(server, options);
  if (failure !== undefined) return err({ code: failure });
  const address = server.address();
  return ok({
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    serve: (given) => {
      fetch = given;
    },
    ...traffic,
    close: async (graceMs) => await drain(server, graceMs),
  });
}

interface BodyTimes {
  readonly acceptsLongBody: (path: string) => boolean;
  readonly requestMs: number;
  readonly silenceMs: number;
}

/**
 * Ends a request when its body takes longer than `requestMs`. On long-body paths, ends it only after `silenceMs`
 * without a byte. Only the client's time counts: not the time before the handler reads, nor after the last byte.
 */
function timeBodies(server: Server, { acceptsLongBody, requestMs, silenceMs }: BodyTimes): void {
  server.prependListener('request', (request) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const end = (): void => {
      const code = 'ERR_HTTP_REQUEST_TIMEOUT';
      server.emit('clientError', Object.assign(new Error('Request timeout'), { code }), socket);
    };
    const isLong = acceptsLongBody(request.url ?? '');
    let bytesBefore = socket.bytesRead;
    const look = (): void => {
      const isSilent = !isLong || socket.bytesRead === bytesBefore;
      bytesBefore = socket.bytesRead;
      // Null: the handler has not begun to read. False: the handler pauses.
      const isRead = isLong ? request.readableFlowing === true : request.readableFlowing !== null;
      if (isSilent && isRead && !request.complete) end();
    };
    const timer = setInterval(look, isLong ? silenceMs : requestMs).unref();
    const stop = (): void => clearInterval(timer);
    request.once('resume', () => timer.refresh());
    request.once('end', stop);
    request.once('close', stop);
  });
}

/** Sends a problem for a malformed request, which Node.js would answer with a bare status. */
function answerMalformed(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const before = answers.get(socket);
    const isWithinAnswer = before?.headersSent === true && !before.writableEnded;
    if (isWithinAnswer || !socket.writable || error.code === 'ECONNRESET') socket.destroy(error);
    else void sendProblem(socket, codeOf(error));
  });
}

function codeOf({
  code,
}: NodeJS.ErrnoException): 'headers_too_large' | 'request_timeout' | 'invalid_request' {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'invalid_request';
}

async function sendProblem(socket: Duplex, code: ReturnType<typeof codeOf>): Promise<void> {
  const response = problemResponse({ code }, randomUUID());
  const headers = {
    ...Object.fromEntries(response.headers),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`;
  socket.end([status, ...lines, '', await response.text()].join('\r\n'));
}

function starting(request: Request): Response {
  const isAlive = new URL(request.url).pathname === '/healthz';
  if (isAlive) return Response.json({ status: 'ok' });
  const headers = { 'retry-after': '2', 'cache-control': 'no-store' };
  return new Response('Coffer is starting.\n', { status: 503, headers });
}

function bindingsOf(
  { incoming }: { readonly incoming: unknown },
  waiting: WeakMap<IncomingMessage, () => void>,
): Bindings {
  if (!hasSocket(incoming)) return {};
  const askForBody = (): void => {
    waiting.get(incoming)?.();
    waiting.delete(incoming);
  };
  return { incoming, askForBody };
}

function hasSocket(incoming: unknown): incoming is IncomingMessage {
  return typeof incoming === 'object' && incoming !== null && 'socket' in incoming;
}

/** Of another machine, unknown, or a link-local address without its interface. */
const UNUSABLE_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL']);

async function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<'port_taken' | 'host_unknown' | undefined> {
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve('port_taken');
      else if (UNUSABLE_HOST.has(error.code ?? '')) resolve('host_unknown');
      else reject(error);
    });
    server.listen(port, host, () => resolve(undefined));
  });
}

function countTraffic(server: Server): Pick<Listener, 'bytesRead' | 'bytesWritten'> {
  const open = new Set<Socket>();
  let read = 0;
  let written = 0;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      read += socket.bytesRead;
      written += socket.bytesWritten;
    });
  });
  const sum = (of: (socket: Socket) => number): number =>
    [...open].reduce((total, socket) => total + of(socket), 0);
  return {
    bytesRead: () => read + sum((socket) => socket.bytesRead),
    bytesWritten: () => written + sum((socket) => socket.bytesWritten),
  };
}

async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A kept-alive connection becomes idle after its response, so idle ones are closed repeatedly.
  const timer = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
  clearInterval(timer);
  server.closeAllConnections();
  await closed;
}
