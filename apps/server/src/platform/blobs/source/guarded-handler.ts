import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { type Readable, Transform } from 'node:stream';
import { answerOf } from '../../network/answer-of.ts';
import type { AddressGuard } from '../../network/address-guard.ts';

/** A request as the SDK makes it. */
interface Request {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Readable;
}

/** What the SDK needs of a client for HTTP. */
export interface GuardedHandler {
  handle(
    request: Request,
    given?: { readonly abortSignal?: unknown },
  ): Promise<{ readonly response: Answer }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
  destroy(): void;
}

interface HandlerOptions {
  readonly guard: AddressGuard;
  readonly answerMs: number;
  readonly idleMs: number;
  readonly socketsMax: number;
  /** The limit for a page of at most that many keys. */
  readonly pageMaxBytes: (keys: number) => number;
}

const ERROR_MAX_BYTES = 64 * 1024;

/** A response was larger than its kind may be. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/**
 * Sends the requests of the SDK through the guard. Redirects are not followed. Everything that the SDK holds in memory
 * is limited, because the source may be hostile; contents of objects are streamed.
 */
export function createGuardedHandler(options: HandlerOptions): GuardedHandler {
  const { guard } = options;
  const pool = { keepAlive: true, maxSockets: options.socketsMax };
  const agents = { plain: new PlainAgent(pool), tls: new TlsAgent(pool) };
  return {
    handle: async (request, given = {}) => {
      const url = urlOf(request);
      guard.checkHost(url);
      const isTls = url.protocol === 'https:';
      const outer = given.abortSignal instanceof AbortSignal ? [given.abortSignal] : [];
      const patience = AbortSignal.timeout(options.answerMs);
      const sent = (isTls ? requestTls : requestPlain)(url, {
        method: request.method,
        headers: request.headers,
        agent: isTls ? agents.tls : agents.plain,
        lookup: guard.lookup(url.protocol, AbortSignal.any([patience, ...outer])),
      });
      guard.watch(sent, url.protocol);
      const stop = (): void => void sent.destroy(timeout('no answer in time'));
      patience.addEventListener('abort', stop);
      const leave = (): void => void sent.destroy(timeout('aborted', 'AbortError'));
      for (const signal of outer) signal.addEventListener('abort', leave);
      sent.once('close', () => {
        for (const signal of outer) signal.removeEventListener('abort', leave);
      });
      if (outer.some(({ aborted }) => aborted)) leave();
      sent.end(bodyOf(request.body));
      const answer = await answerOf(sent).finally(() => patience.removeEventListener('abort', stop));
      // Whoever reads the answer gets the error too, unless it has left before.
      answer.on('error', () => undefined);
      endIdle(answer, options.idleMs);
      const statusCode = answer.statusCode ?? 0;
      return {
        response: { statusCode, headers: headersOf(answer), body: limited(answer, request, options) },
      };
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    destroy: () => {
      agents.plain.destroy();
      agents.tls.destroy();
    },
  };
}

function endIdle(answer: IncomingMessage, idleMs: number): void {
  const { socket } = answer;
  const end = (): void => void answer.destroy(timeout('the answer stopped'));
  socket.setTimeout(idleMs).once('timeout', end);
  // The connection is used again.
  answer.once('close', () => socket.setTimeout(0).off('timeout', end));
}

/** The SDK retries errors of this name. */
function timeout(message: string, name = 'TimeoutError'): Error {
  return Object.assign(new Error(message), { name });
}

function urlOf({ protocol, hostname, port, path, query }: Request): URL {
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((each) => `${escaped(name)}=${escaped(each)}`),
  );
  return new URL(`${protocol}//${host}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`);
}

/** As it is signed: RFC 3986. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  );
}

function bodyOf(body: unknown): string | Uint8Array | undefined {
  return typeof body === 'string' || body instanceof Uint8Array ? body : undefined;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function limited(answer: IncomingMessage, request: Request, { pageMaxBytes }: HandlerOptions): Readable {
  const isError = (answer.statusCode ?? 0) >= 300;
  const isPage = request.query !== undefined && 'list-type' in request.query;
  if (!isError && !isPage) return answer;
  let left = isError ? ERROR_MAX_BYTES : pageMaxBytes(Number(request.query?.['max-keys']));
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left >= 0) done(null, chunk);
      else done(new AnswerTooLargeError('the answer is too large'));
    },
  });
  answer.once('error', (error) => counted.destroy(error));
  counted.once('close', () => answer.destroy());
  return answer.pipe(counted);
}
