import { createServer, connect, type Socket } from 'node:net';

export interface Line {
  readonly port: number;
  close(): void;
}

export interface LineOptions {
  readonly port: number;
  /** Per connection and direction. */
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

/** Bytes in flight per connection before the sender is paused. */
const UNDER_WAY_BYTES_MAX = 1024 * 1024;

/** Simulates a slow network. Each connection has the full speed and delay. */
export async function openLine(options: LineOptions): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: options.port, noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('close', () => sockets.delete(from));
      from.on('error', () => to.destroy());
      carry(from, to, options);
    }
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has an address');
  return { port: address.port, close };
}

function carry(from: Socket, to: Socket, { bytesPerSecond, roundTripMs }: LineOptions): void {
  let freeAt = 0;
  let underWayBytes = 0;
  // Timers may fire out of order, so each one sends the oldest chunk.
  const underWay: Buffer[] = [];
  const arrive = (): void => {
    const piece = underWay.shift();
    if (piece === undefined) {
      to.end();
      return;
    }
    underWayBytes -= piece.length;
    if (underWayBytes < UNDER_WAY_BYTES_MAX) from.resume();
    to.write(piece);
  };
  from.on('data', (piece: Buffer) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (piece.length / bytesPerSecond) * 1000;
    underWay.push(piece);
    underWayBytes += piece.length;
    if (underWayBytes >= UNDER_WAY_BYTES_MAX) from.pause();
    setTimeout(arrive, freeAt - now + roundTripMs / 2);
  });
  // The extra call finds the queue empty and ends the target.
  from.on('end', () => setTimeout(arrive, Math.max(0, freeAt - performance.now()) + roundTripMs / 2));
}
