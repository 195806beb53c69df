import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { err, ok, type Result } from '@coffer/kit';
import type { Handler } from './http/handler.ts';
import { errors } from './errors.ts';
import { respondError } from './http/respond.ts';
import { randomUUID } from 'node:crypto';

const REQUEST_TIMEOUT_MS = 15_000;
const CLOSE_TIMEOUT_MS = 5000;

export interface RunningServer {
  readonly port: number;
  /** Until this is called, every request gets the response "not ready". */
  serve(handler: Handler): void;
  /** Stops accepting connections and waits up to five seconds for running requests. */
  close(): Promise<void>;
}

export type ListenError = { readonly code: 'port_taken' | 'address_unavailable'; readonly message: string };

export async function listen(at: {
  readonly host: string;
  readonly port: number;
}): Promise<Result<RunningServer, ListenError>> {
  let handler: Handler = answerNotReady;
  const listener = getRequestListener(async (request, env) => {
    return await handler(request, { address: env.incoming.socket.remoteAddress });
  });
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (...pair) => {
      void listener(...pair);
    },
  );
  const failure = await startListening(server, at);
  if (failure !== undefined) return err(failure);
  return ok({
    port: portOf(server.address()),
    serve: (next) => {
      handler = next;
    },
    close: () => closeServer(server),
  });
}

async function answerNotReady(): Promise<Response> {
  return respondError({ requestId: randomUUID(), now: new Date(), cors: {} }, errors.notReady);
}

async function startListening(
  server: Server,
  at: { readonly host: string; readonly port: number },
): Promise<ListenError | undefined> {
  return await new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE'
          ? { code: 'port_taken', message: `Port ${at.port} is taken.` }
          : { code: 'address_unavailable', message: `Cannot listen: ${error.code ?? 'unknown'}.` },
      ),
    );
    server.listen(at.port, at.host, () => resolve(undefined));
  });
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
