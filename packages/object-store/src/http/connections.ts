import type { Socket } from 'node:net';
import { addressGroup, oldestOfBusiestAddress } from '../fair-share.ts';

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  isKnown: boolean;
  running: number;
}

/**
 * Above the limit, closes a connection without a running signed request: first one of an unknown client, then the
 * longest idle one of the address with the most connections.
 */
export class Connections {
  readonly #max: number;
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
    const closed = this.#leastImportant() ?? added;
    this.#all.delete(closed.socket);
    closed.socket.destroy();
  }

  addressOf(socket: Socket): string {
    return this.#all.get(socket)?.address ?? '';
  }

  begin(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    connection.isKnown = true;
    connection.running += 1;
  }

  end(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    connection.running -= 1;
    this.#all.delete(socket);
    this.#all.set(socket, connection);
  }

  #leastImportant(): Connection | undefined {
    const idle = [...this.#all.values()].filter(({ running }) => running === 0);
    const unknown = idle.filter(({ isKnown }) => !isKnown);
    return oldestOfBusiestAddress(unknown.length > 0 ? unknown : idle, () => 1);
  }
}
