import type { Socket } from 'node:net';
import { addressGroup, firstOfHeaviest } from '../fair-share.ts';

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** A request on it was signed. */
  isKnown: boolean;
  /** Signed requests that are under way on it. */
  running: number;
}

/**
 * [Note: Connections] Whoever opens many and says little would keep everybody else out. So a new one is never refused for their sake: when
 * there are too many, one is closed on which nothing signed is under way, a stranger's before one on which something signed has come, and
 * of the address that has most of them the one that has rested longest.
 */
export class Connections {
  readonly #max: number;
  /** Those that have rested longest first. */
  readonly #all = new Map<Socket, Connection>();

  constructor(max: number) {
    this.#max = max;
  }

  add(socket: Socket): void {
    const address = addressGroup(socket.remoteAddress ?? '');
    const added: Connection = { socket, address, isKnown: false, running: 0 };
    this.#all.set(socket, added);
    socket.once('close', () => this.#all.delete(socket));
    if (this.#all.size <= this.#max) return;
    const closed = this.#dispensable() ?? added;
    this.#all.delete(closed.socket);
    closed.socket.destroy();
  }

  addressOf(socket: Socket): string {
    return this.#all.get(socket)?.address ?? '';
  }

  /** A signed request has begun. */
  begin(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    connection.isKnown = true;
    connection.running += 1;
  }

  /** A signed request has ended. */
  end(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    connection.running -= 1;
    this.#all.delete(socket);
    this.#all.set(socket, connection);
  }

  #dispensable(): Connection | undefined {
    const resting = [...this.#all.values()].filter(({ running }) => running === 0);
    const strangers = resting.filter(({ isKnown }) => !isKnown);
    return firstOfHeaviest(strangers.length > 0 ? strangers : resting, () => 1);
  }
}
