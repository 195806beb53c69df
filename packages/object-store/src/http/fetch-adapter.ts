import {
  type ByteStream,
  isByteStream,
  RequestAborted,
  type StoreRequest,
  type StoreResponse,
} from './message.ts';

export function fromFetchRequest(request: Request): StoreRequest {
  const url = new URL(request.url);
  const headers: Record<string, string> = { host: url.host };
  for (const [name, value] of request.headers) headers[name] = value;
  return {
    method: request.method,
    rawPath: url.pathname,
    rawQuery: url.search.slice(1),
    headers,
    body: bodyOf(request),
  };
}

export function toFetchResponse(answer: StoreResponse): Response {
  const { status, headers, body } = answer;
  if (isByteStream(body)) return new Response(ReadableStream.from(closing(body)), { status, headers });
  return new Response(body === undefined ? null : Buffer.from(body), { status, headers });
}

async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  try {
    for await (const chunk of request.body) yield chunk;
  } catch (error) {
    throw new RequestAborted('the request body ended early', { cause: error });
  }
}

async function* closing(stream: ByteStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.chunks;
  } finally {
    await stream.close();
  }
}
