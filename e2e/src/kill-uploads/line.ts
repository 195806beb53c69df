import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAttempts, type Attempts } from './attempts.ts';

/** A proxy that limits speed, can be cut, and records every part. */
export interface Line extends AsyncDisposable {
  readonly ports: { readonly app: number; readonly store: number };
  readonly attempts: Attempts;
  cut(): void;
  mend(): void;
}

export interface LineOptions {
  readonly app: number;
  readonly store: number;
  readonly hosts: readonly string[];
  /** Upload bodies, over all connections. */
  readonly bytesPerSecond: number;
}

export async function startLine(options: LineOptions): Promise<Line> {
  const attempts = createAttempts();
  const gate = { isOpen: true, sockets: new Set<Socket>() };
  const take = pacer(options.bytesPerSecond);
  const makeStore = (): Server =>
    createServer((asked, answered) => {
      void carry({ asked, answered, attempts, take, port: options.store });
    });
  const makeApp = (): Server => createTcpServer((socket) => join(socket, connect(options.app, '127.0.0.1')));
  const app = await listen(makeApp, options.hosts, gate);
  const store = await listen(makeStore, options.hosts, gate);
  return {
    ports: { app: app.port, store: store.port },
    attempts,
    cut: () => {
      gate.isOpen = false;
      for (const socket of gate.sockets) socket.resetAndDestroy();
    },
    mend: () => {
      gate.isOpen = true;
    },
    [Symbol.asyncDispose]: async () => {
      const servers = [...app.servers, ...store.servers];
      const closed = servers.map((server) => once(server, 'close'));
      for (const server of servers) server.close();
      for (const socket of gate.sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

interface Gate {
  readonly isOpen: boolean;
  readonly sockets: Set<Socket>;
}

async function listen(make: () => Server, hosts: readonly string[], gate: Gate) {
  const servers: Server[] = [];
  let port = 0;
  for (const host of ['127.0.0.1', ...hosts]) {
    const server = make();
    server.on('connection', (socket) => {
      gate.sockets.add(socket);
      socket.on('close', () => gate.sockets.delete(socket));
      if (!gate.isOpen) socket.resetAndDestroy();
    });
    server.listen(port, host);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return { servers, port };
}

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}

interface Passage {
  readonly asked: IncomingMessage;
  readonly answered: ServerResponse;
  readonly attempts: Attempts;
  readonly take: (bytes: number) => Promise<void>;
  readonly port: number;
}

async function carry({ asked, answered, attempts, take, port }: Passage): Promise<void> {
  const { method, url: path, headers } = asked;
  const attempt = attempts.begin(asked);
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  onward.on('response', (response) => {
    const status = response.statusCode ?? 502;
    attempt.answered(status);
    answered.writeHead(status, response.headers);
    response.pipe(answered);
    response.on('error', () => answered.destroy());
  });
  onward.on('error', () => answered.destroy());
  answered.on('close', () => onward.destroy());
  const paced = async function* (body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      await take(chunk.length);
      attempt.passed(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(asked, paced, onward);
  } catch (error) {
    // The browser or the store hung up.
    if (!(error instanceof Error)) throw error;
  }
}

function pacer(bytesPerSecond: number): (bytes: number) => Promise<void> {
  let freeAtMs = 0;
  return async (bytes) => {
    const nowMs = performance.now();
    freeAtMs = Math.max(freeAtMs, nowMs) + (bytes / bytesPerSecond) * 1_000;
    const waitMs = freeAtMs - nowMs;
    if (waitMs > 4) await sleep(waitMs);
  };
}
