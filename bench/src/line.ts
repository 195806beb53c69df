import { createServer, connect, type Socket } from 'node:net';

export interface Line {
  readonly port: number;
  close(): void;
}

export interface LineOptions {
  /** Where it leads, on this machine. */
  readonly port: number;
  /** Of each connection, each way. */
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

/** So much may be under way in a connection before its sender is held up. */
const UNDER_WAY_BYTES_MAX = 1024 * 1024;

/** A long line to a server: every connection has the same speed and delay, however many there are. */
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

/** Hands on each piece when the line has had time for it, and half a round trip later. */
function carry(from: Socket, to: Socket, { bytesPerSecond, roundTripMs }: LineOptions): void {
  let freeAt = 0;
  let underWayBytes = 0;
  // Timers of different lengths may go off out of order; what they let go is what came first.
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
  // One more than there are pieces: the last one finds nothing, and ends.
  from.on('end', () => setTimeout(arrive, Math.max(0, freeAt - performance.now()) + roundTripMs / 2));
}
