// Unauthenticated clients: many slow connections that reconnect when closed.
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Habit {
  readonly first?: Buffer | string;
  readonly repeats?: Buffer | string;
  readonly everyMs?: number;
  readonly halfCloses?: boolean;
  readonly returns?: boolean;
  readonly localAddress?: string;
}

const RETURN_MS = 20;

export class Strangers {
  readonly #port: number;
  readonly #open = new Set<Socket>();
  #isOver = false;
  readonly answers: string[] = [];
  readonly said: string[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  get count(): number {
    return this.#open.size;
  }

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

  async one(habit: Habit): Promise<(more: Buffer) => void> {
    const { first = '', repeats, everyMs = 100, halfCloses = false, returns = true, localAddress } = habit;
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
      if (repeats !== undefined) timer = setInterval(() => socket.write(repeats), everyMs);
    });
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
}

export async function ask(url: string, asked: Asked): Promise<Answered> {
  const { method, headers = {}, body = Buffer.alloc(0), localAddress } = asked;
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
      resolve({ status: incoming.statusCode ?? 0, text });
    });
  });
  request.end(body);
  return promise;
}
