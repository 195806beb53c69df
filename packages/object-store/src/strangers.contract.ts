// Clients that mean ill: many connections that say little, slowly, and come again when they are shown the door.
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Habit {
  /** Said at once. */
  readonly first?: Buffer | string;
  /** Said again and again. */
  readonly goesOn?: Buffer | string;
  readonly everyMs?: number;
  /** Hangs up its own half behind what it said first. */
  readonly halfCloses?: boolean;
  /** Comes again when it is shown the door. */
  readonly returns?: boolean;
  readonly localAddress?: string;
}

const RETURN_MS = 20;

export class Strangers {
  readonly #port: number;
  readonly #open = new Set<Socket>();
  #isOver = false;
  /** What the store said to those who have gone, each by itself. */
  readonly answers: string[] = [];
  /** The same as it came, of all. */
  readonly said: string[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  /** How many are connected. */
  get count(): number {
    return this.#open.size;
  }

  /** Resolves when all of them have come and said what they say first. */
  async come(count: number, habit: Habit): Promise<void> {
    for (let come = 0; come < count; come += 50) {
      const together = Math.min(50, count - come);
      await Promise.all(Array.from({ length: together }, async () => this.one(habit)));
    }
  }

  leave(): void {
    this.#isOver = true;
    for (const socket of this.#open) socket.destroy();
  }

  /** One of them; what is returned makes it say more. */
  async one(habit: Habit): Promise<(more: Buffer) => void> {
    const { first = '', goesOn, everyMs = 100, halfCloses = false, returns = true, localAddress } = habit;
    const { promise, resolve } = Promise.withResolvers<void>();
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ host: '127.0.0.1', port: this.#port, allowHalfOpen: true, ...from });
    this.#open.add(socket);
    let answer = '';
    let timer: NodeJS.Timeout | undefined;
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      this.said.push(text);
    });
    socket.once('connect', () => {
      socket.write(first, () => resolve());
      if (halfCloses) socket.end();
      if (goesOn !== undefined) timer = setInterval(() => socket.write(goesOn), everyMs);
    });
    // The store hung up: an honest client would do the same.
    socket.once('end', () => socket.destroy());
    socket.on('error', () => resolve());
    socket.once('close', () => {
      clearInterval(timer);
      this.#open.delete(socket);
      this.answers.push(answer);
      resolve();
      if (returns && !this.#isOver) setTimeout(() => !this.#isOver && void this.one(habit), RETURN_MS);
    });
    await promise;
    return (more) => socket.write(more);
  }
}

export interface Asked {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly localAddress?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

/** A request over a connection of its own, as of somebody who comes anew. Rejects when the connection is refused or cut. */
export async function ask(url: string, asked: Asked): Promise<Answered> {
  const { method, headers = {}, body = Buffer.alloc(0), localAddress } = asked;
  const beganAtMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const length = { 'content-length': String(body.length) };
  const from = localAddress === undefined ? {} : { localAddress };
  const request = httpRequest(url, { method, agent: false, headers: { ...headers, ...length }, ...from });
  request.once('error', reject).once('response', (incoming) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    incoming.once('error', reject).once('end', () => {
      resolve({ status: incoming.statusCode ?? 0, text, tookMs: performance.now() - beganAtMs });
    });
  });
  request.end(body);
  return promise;
}
