import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { err, ok, type Result } from '@coffer/kit';
import { errorCode } from './disk/durable.ts';
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
  /** 0 takes any free port. */
  readonly port: number;
}

export interface ObjectStoreServer {
  readonly port: number;
  /** Takes no new request, lets running ones finish for the time the limits give, then closes the store. */
  close(): Promise<void>;
}

export type StartServerError =
  | OpenStoreError
  | { readonly code: 'port_taken' }
  | { readonly code: 'port_forbidden' }
  | { readonly code: 'host_unknown' };

/** Opens the store and listens. Fails with the codes of the store and with `port_taken`, `port_forbidden`, `host_unknown`. */
export async function startObjectStoreServer(
  options: ServerOptions,
): Promise<Result<ObjectStoreServer, StartServerError>> {
  const opened = await createObjectStore(options);
  if (!opened.ok) return opened;
  const store = opened.value;
  const running = new Set<Promise<void>>();
  const track = (incoming: IncomingMessage, outgoing: ServerResponse, sendContinue: () => void): void => {
    const served = serve({ store, options, incoming, outgoing, sendContinue }).finally(() =>
      running.delete(served),
    );
    running.add(served);
  };
  const server = createHttpServer(store);
  server.on('request', (incoming, outgoing) => track(incoming, outgoing, () => undefined));
  server.on('checkContinue', (incoming, outgoing) =>
    track(incoming, outgoing, () => outgoing.writeContinue()),
  );
  const listening = await listen(server, options);
  if (!listening.ok) {
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
  // Applies to stalled bodies in either direction; node destroys the socket, which ends the request.
  server.setTimeout(limits.idleTimeoutMs);
  server.maxConnections = limits.requestsMax * 2;
  return server;
}

interface Exchange {
  readonly store: ObjectStore;
  readonly options: ServerOptions;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly sendContinue: () => void;
}

async function serve({ store, options, incoming, outgoing, sendContinue }: Exchange): Promise<void> {
  // A socket error shows as a failing read or a destroyed response; without a listener it would end the process.
  outgoing.on('error', () => undefined);
  incoming.on('error', () => undefined);
  try {
    const answer = await store.handle(fromNodeRequest(incoming, sendContinue));
    await sendNodeResponse(incoming, outgoing, answer);
  } catch (error) {
    options.log({ level: 'error', event: 'answer_failed', facts: errorFacts(error) });
    outgoing.destroy();
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
