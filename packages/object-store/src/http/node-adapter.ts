import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { MIB, SECOND_MS } from '@coffer/kit';
import { blockPool } from '../disk/blobs/block-pool.ts';
import { BLOCK_BYTES } from '../disk/blobs/block-sums.ts';
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
const DRAIN_BYTES_MAX = 16 * MIB;
const DRAIN_MS_MAX = 10 * SECOND_MS;
const CLOSING_DRAIN_MS_MAX = SECOND_MS;

export interface RequestContext {
  /** Sends `100 Continue` when the body is first read, so that a refused client does not send its body. */
  readonly sendContinue: () => void;
  readonly client: Client;
  readonly pace: BodyPace;
}

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
    // Headers must be latin1; node encodes them as UTF-8 when flushed alone or before a string.
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

async function sendStream(outgoing: ServerResponse, stream: ByteStream): Promise<void> {
  const chunks = stream.chunks[Symbol.asyncIterator]();
  const readNext = (): Promise<IteratorResult<Uint8Array>> => {
    const next = chunks.next();
    // The caller awaits this promise later. Until then a rejection must not count as unhandled.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = readNext();
    for (let read = await next; read.done !== true && !outgoing.destroyed; read = await next) {
      const mayReadAhead = blockPool.acquireShared();
      if (mayReadAhead) next = readNext();
      const chunk = read.value;
      if (!outgoing.write(chunk, () => releaseMemory(chunk))) await writable(outgoing);
      if (mayReadAhead) blockPool.releaseShared();
      else next = readNext();
    }
  } catch (error) {
    // Content-Length was sent already, so only a reset can report the error.
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
      throw new RequestAborted('the client disconnected', { cause: error });
    } finally {
      unwatch();
    }
    if (!incoming.complete) throw new RequestAborted('the client disconnected');
  }
}

/** Frees the memory at once, because garbage collection of body chunks would cost much CPU time. */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
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
 * Reads the rest of an unused body. Closing at once would reset the connection, and most clients would report a network
 * error instead of the response.
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

/** Joins repeated fields as the signature requires; `headers` of node:http drops some. */
function headerFields(raw: readonly string[]): HeaderFields {
  const fields: Record<string, string> = Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    fields[name] = fields[name] === undefined ? value : `${fields[name]},${value}`;
  }
  return fields;
}
