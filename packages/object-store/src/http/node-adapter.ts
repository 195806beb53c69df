import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { MIB, SECOND_MS } from '@coffer/kit';
import { BLOCK_BYTES } from '../disk/block-sums.ts';
import type { S3Error } from '../errors.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { BodyBlocks } from './body-blocks.ts';
import type { BodyPace } from './body-pace.ts';
import { BodyPieces } from './body-pieces.ts';
import {
  type ByteStream,
  type Client,
  type HeaderFields,
  isByteStream,
  RequestAborted,
  type StoreRequest,
  type StoreResponse,
} from './message.ts';

const NOTHING = Buffer.alloc(0);
/** How much of a refused body is read for the sake of a connection that stays open, and for how long. */
const DRAIN_BYTES_MAX = 16 * MIB;
const DRAIN_MS_MAX = 10 * SECOND_MS;
/** The same for one whose connection is closed: so long may he take to notice the answer. */
const CLOSING_DRAIN_MS_MAX = SECOND_MS;

export interface RequestContext {
  /** Called when the body is wanted, so that a client which asked first (Expect: 100-continue) is refused without sending it. */
  readonly sendContinue: () => void;
  readonly client: Client;
  readonly pace: BodyPace;
}

/** Reads a request of node:http. */
export function fromNodeRequest(incoming: IncomingMessage, context: RequestContext): StoreRequest {
  const url = incoming.url ?? '/';
  const question = url.indexOf('?');
  return {
    method: incoming.method ?? 'GET',
    rawPath: question === -1 ? url : url.slice(0, question),
    rawQuery: question === -1 ? '' : url.slice(question + 1),
    headers: headerFields(incoming.rawHeaders),
    client: context.client,
    ...bodyOf(incoming, context),
  };
}

/** Sends an answer. Resolves when it is sent or the client has gone; never rejects for the client's sake. */
export async function sendNodeResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { answer, pace }: { readonly answer: StoreResponse; readonly pace: BodyPace },
): Promise<void> {
  const { body } = answer;
  const stream = isByteStream(body) ? body : undefined;
  try {
    if (outgoing.destroyed) return;
    outgoing.writeHead(answer.status, {
      ...answer.headers,
      ...(mayDrain(incoming) ? {} : { connection: 'close' }),
    });
    if (stream !== undefined) {
      const unwatch = pace.watchAnswer(outgoing);
      await sendStream(outgoing, stream).finally(unwatch);
    }
    // Headers are latin1 on the wire; node writes them in UTF-8 when they are flushed by themselves or before a string.
    const rest = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : NOTHING;
    if (incoming.complete) {
      outgoing.end(rest);
      return;
    }
    if (rest.length > 0) outgoing.write(rest);
    else outgoing.flushHeaders();
    await drain(incoming, answer.headers['connection'] === 'close' ? CLOSING_DRAIN_MS_MAX : DRAIN_MS_MAX);
    outgoing.end();
  } finally {
    await stream?.close();
  }
}

/** Sends a chunk while the next one is read. */
async function sendStream(outgoing: ServerResponse, stream: ByteStream): Promise<void> {
  const chunks = stream.chunks[Symbol.asyncIterator]();
  const readNext = (): Promise<IteratorResult<Uint8Array>> => {
    const next = chunks.next();
    // Awaited in its turn, unless the client has gone by then.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = readNext();
    for (let read = await next; read.done !== true && !outgoing.destroyed; read = await next) {
      next = readNext();
      const chunk = read.value;
      if (!outgoing.write(chunk, () => releaseMemory(chunk))) await writable(outgoing);
    }
  } catch (error) {
    // The length was promised already; cutting the connection is the only way left to say that it failed.
    outgoing.destroy();
    throw error;
  } finally {
    await chunks.return?.();
  }
}

async function writable(outgoing: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  outgoing.once('drain', resolve);
  outgoing.once('close', resolve);
  await promise;
  outgoing.off('drain', resolve);
  outgoing.off('close', resolve);
}

function bodyOf(
  incoming: IncomingMessage,
  context: RequestContext,
): Required<Pick<StoreRequest, 'body' | 'release' | 'interrupt'>> {
  if (!isLongBody(incoming)) {
    const pieces = new BodyPieces(incoming);
    return { ...piecesOf(incoming, pieces, context), release: releaseMemory };
  }
  const blocks = new BodyBlocks(incoming, releaseMemory);
  return { ...piecesOf(incoming, blocks, context), release: (bytes) => blocks.release(bytes) };
}

/** One that is stored as it comes: a framed one is taken apart, and its pieces could not be given back. */
function isLongBody({ method, headers }: IncomingMessage): boolean {
  if (method !== 'PUT' || Number(headers['content-length'] ?? 0) < BLOCK_BYTES) return false;
  return !String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
}

function piecesOf(
  incoming: IncomingMessage,
  source: BodyPieces | BodyBlocks,
  context: RequestContext,
): Required<Pick<StoreRequest, 'body' | 'interrupt'>> {
  const interrupt = (failure: S3Error): void => source.stop(new PayloadError(failure));
  return { interrupt, body: read() };

  async function* read(): AsyncGenerator<Uint8Array> {
    context.sendContinue();
    const unwatch = context.pace.watch(incoming, interrupt);
    try {
      yield* source.read();
    } catch (error) {
      if (error instanceof PayloadError) throw error;
      throw new RequestAborted('the client went away', { cause: error });
    } finally {
      unwatch();
    }
    if (!incoming.complete) throw new RequestAborted('the client went away');
  }
}

/**
 * [Note: Memory of bodies] Each piece of a body has memory of its own, which counts against the heap until the garbage is collected: every few
 * dozen megabytes the whole heap was marked for it, a fifth of the processor time of a transfer. Handed back by hand it is free at once, and
 * the next piece finds it still in the processor's cache.
 */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // A part of a larger piece shares its memory with the rest.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function mayDrain(incoming: IncomingMessage): boolean {
  if (incoming.complete) return true;
  const isWaiting = incoming.headers.expect !== undefined;
  return (
    !isWaiting && Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= DRAIN_BYTES_MAX
  );
}

/**
 * Lets a client finish a body that nobody reads. Closing on it at once would reset the connection, and most clients
 * would then report a network error instead of the answer that is on its way.
 */
async function drain(incoming: IncomingMessage, msMax: number): Promise<void> {
  if (incoming.headers.expect !== undefined || incoming.destroyed) return;
  let received = 0;
  const timer = setTimeout(() => incoming.destroy(), msMax);
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > DRAIN_BYTES_MAX) incoming.destroy();
  });
  await finished(incoming, { writable: false }).catch(() => undefined);
  clearTimeout(timer);
}

/** Repeated fields are joined as the signature wants them; `headers` of node:http would drop some. */
function headerFields(raw: readonly string[]): HeaderFields {
  const fields: Record<string, string> = Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    fields[name] = fields[name] === undefined ? value : `${fields[name]},${value}`;
  }
  return fields;
}
