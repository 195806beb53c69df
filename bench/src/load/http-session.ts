import { Agent, type IncomingMessage, request } from 'node:http';
import { CSRF_HEADER } from '@coffer/contracts';

export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: string;
}

/** One session with its own kept-alive connection. */
export interface HttpSession {
  call(method: string, path: string, body?: object): Promise<Answer>;
  close(): void;
}

export function openSession(url: string, cookie: string): HttpSession {
  const agent = new Agent({ keepAlive: true });
  return {
    call: async (method, path, body) => {
      const headers = {
        [CSRF_HEADER]: '1',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie,
      };
      const text = body === undefined ? undefined : JSON.stringify(body);
      return await send(`${url}/api/v1${path}`, { agent, method, headers }, text);
    },
    close: () => agent.destroy(),
  };
}

export async function send(
  url: string,
  options: {
    readonly agent: Agent;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  body?: string | Buffer,
): Promise<Answer> {
  const startedMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { ...options.headers, 'content-length': String(Buffer.byteLength(body ?? '')) };
  const outgoing = request(url, { ...options, headers });
  outgoing.once('response', resolve);
  outgoing.once('error', reject);
  outgoing.end(body);
  const incoming = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return {
    status: incoming.statusCode ?? 0,
    ms: performance.now() - startedMs,
    body: Buffer.concat(chunks).toString(),
  };
}
