import { Socket } from 'node:net';
import { SECOND_MS } from '@coffer/kit';

/** How long the end of connections may take. A statement that the database still answers ends within. */
const END_MS = 8 * SECOND_MS;

/** The sockets of database connections, which can be cut if the database no longer answers. */
export interface Sockets {
  /** The option `stream` of pg. */
  readonly open: () => Socket;
  /** Runs `end`, and cuts the connections that are still open after `endMs`. Otherwise a stop would wait for minutes. */
  readonly endBy: (end: () => Promise<void>, endMs?: number) => Promise<void>;
}

export function createSockets(): Sockets {
  const sockets = new Set<Socket>();
  return {
    open: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    endBy: async (end, endMs = END_MS) => {
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, endMs);
      try {
        await end();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
