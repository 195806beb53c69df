import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { err, ok, type Result } from '@coffer/kit';
import { errorCode } from './disk/durable/durable.ts';
import { BodyPace } from './http/body-pace.ts';
import { Connections } from './http/connections.ts';
import { fromNodeRequest, sendNodeResponse } from './http/node-adapter.ts';
import { errorFacts } from './log.ts';
import {
  createObjectStore,
  type ObjectStore,
  type ObjectStoreDeps,
  type OpenStoreError,
} from './object-store.ts';

export interface ServerOptions extends ObjectStoreDeps {
  readonly host: string;
  readonly port: number;
}

export interface ObjectStoreServer {
  readonly port: number;
  close(): Promise<void>;
}

export type StartServerError =
  | OpenStoreError
  | { readonly code: 'port_taken' }
  | { readonly code: 'port_forbidden' }
  | { readonly code: 'host_unknown' };

/** Fails with the store's codes and with `port_taken`, `port_forbidden`, `host_unknown`. */
export async function startObjectStoreServer(
  options: ServerOptions,
): Promise<Result<ObjectStoreServer, StartServerError>> {
  const opened = await createObjectStore(options);
  if (!opened.ok) return opened;
  const store = opened.value;
  const running = new Set<Promise<void>>();
  const pace = new BodyPace(store.limits);
  const connections = new Connections(store.limits.connectionsMax);
  const track = (incoming: IncomingMessage, outgoing: ServerResponse, sendContinue: () => void): void => {
    const exchange = { store, options, pace, connections, incoming, outgoing, sendContinue };
    const served = serve(exchange).finally(() => running.delete(served));
    running.add(served);
  };
  const server = createHttpServer(store);
  server.on('connection', (socket) => connections.add(socket));
  server.on('request', (incoming, outgoing) => track(incoming, outgoing, () => undefined));
  server.on('checkContinue', (incoming, outgoing) =>
    track(incoming, outgoing, () => outgoing.writeContinue()),
  );
  const listening = await listen(server, options);
  if (!listening.ok) {
    pace.close();
    await store.close();
    return listening;
  }
  const stop = async (): Promise<void> => {
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), store.limits.stopTimeoutMs);
    while (running.size > 0) await Promise.all(running);
    clearTimeout(timer);
    server.closeAllConnections();
    pace.close();
    await store.close();
  };
  let stopping: Promise<void> | undefined;
  return ok({ port: listening.value, close: () => (stopping ??= stop()) });
}

function createHttpServer({ limits }: ObjectStore): Server {
  const server = createServer({
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: 5000,
    noDelay: true,
  });
  // Limits stalled bodies in both directions; Node.js destroys the socket.
  server.setTimeout(limits.idleTimeoutMs);
  return server;
}

interface Exchange {
  readonly store: ObjectStore;
  readonly options: ServerOptions;
  readonly pace: BodyPace;
  readonly connections: Connections;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly sendContinue: () => void;
}

async function serve(exchange: Exchange): Promise<void> {
  const { store, options, pace, connections, incoming, outgoing, sendContinue } = exchange;
  const { socket } = incoming;
  // Socket errors also fail the read or the response; without a listener they would crash the process.
  outgoing.on('error', () => undefined);
  incoming.on('error', () => undefined);
  let isSigned = false;
  const markVerified = (): void => {
    if (!isSigned) connections.begin(socket);
    isSigned = true;
  };
  const client = { address: connections.addressOf(socket), markVerified };
  try {
    const answer = await store.handle(fromNodeRequest(incoming, { sendContinue, client, pace }));
    await sendNodeResponse(incoming, outgoing, { answer, pace });
  } catch (error) {
    options.log({ level: 'error', event: 'answer_failed', facts: errorFacts(error) });
    outgoing.destroy();
  } finally {
    if (isSigned) connections.end(socket);
  }
}

async function listen(server: Server, options: ServerOptions): Promise<Result<number, StartServerError>> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host: options.host, port: options.port }, resolve);
  try {
    await promise;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') return err({ code: 'port_taken' });
    if (code === 'EACCES') return err({ code: 'port_forbidden' });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return err({ code: 'host_unknown' });
    throw error;
  }
  server.off('error', reject);
  const address = server.address();
  return ok(typeof address === 'object' && address !== null ? address.port : options.port);
}
