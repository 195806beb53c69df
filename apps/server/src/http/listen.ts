import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Bindings } from './app.ts';

type Fetch = (request: Request, env: Bindings) => Response | Promise<Response>;

/** The listening socket. It answers "starting" until an application is given to it. */
export interface Listener {
  readonly port: number;
  serve(fetch: Fetch): void;
  /** Bytes that went over its connections, headers and all, in both directions. */
  readonly bytesRead: () => number;
  readonly bytesWritten: () => number;
  /** Takes no new connection, lets running requests end for `graceMs`, then cuts off. */
  close(graceMs: number): Promise<void>;
}

const POLL_MS = 50;

/** Takes the port at once, so that a taken one is told before anything else is started. */
export async function listen(options: {
  readonly host: string;
  readonly port: number;
  /** So long may a whole request take to arrive. Default: a minute. */
  readonly requestMs?: number;
}): Promise<Result<Listener, { readonly code: 'port_taken' | 'host_unknown' }>> {
  let fetch: Fetch = starting;
  const handle = getRequestListener((request, env) => fetch(request, bindingsOf(env)), {
    overrideGlobalObjects: false,
  });
  const server = createServer(
    {
      headersTimeout: 15 * SECOND_MS,
      requestTimeout: options.requestMs ?? 60 * SECOND_MS,
      keepAliveTimeout: 75 * SECOND_MS,
      connectionsCheckingInterval: 5 * SECOND_MS,
      maxHeaderSize: 16_384,
    },
    (request, response) => void handle(request, response),
  );
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

function starting(request: Request): Response {
  const isAlive = new URL(request.url).pathname === '/healthz';
  if (isAlive) return Response.json({ status: 'ok' });
  const headers = { 'retry-after': '2', 'cache-control': 'no-store' };
  return new Response('Coffer is starting.\n', { status: 503, headers });
}

/** Of the listener's own bindings only the connection is of interest. */
function bindingsOf(env: { readonly incoming: unknown; readonly outgoing: unknown }): Bindings {
  const { incoming } = env;
  return hasSocket(incoming) ? { incoming } : {};
}

function hasSocket(incoming: unknown): incoming is IncomingMessage {
  return typeof incoming === 'object' && incoming !== null && 'socket' in incoming;
}

async function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<'port_taken' | 'host_unknown' | undefined> {
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve('port_taken');
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') resolve('host_unknown');
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
  // A connection that has been kept alive falls idle when its answer has gone out.
  const timer = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
  clearInterval(timer);
  server.closeAllConnections();
  await closed;
}
