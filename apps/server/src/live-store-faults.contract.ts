// A proxy that injects one fault and passes everything else unchanged.
import { createServer, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Passing {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  body: Buffer;
}

export interface Answered {
  status: number;
  readonly headers: Record<string, string>;
  body: Buffer;
}

export interface Fault {
  /** Changes the request, or answers instead of the store. */
  readonly before?: (request: Passing) => Answered | undefined;
  readonly after?: (request: Passing, answer: Answered) => void;
}

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  plant(fault: Fault): void;
}

export function s3Error(status: number, code: string, more = ''): Answered {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>planted</Message>${more}</Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) };
}

export async function startFaultyProxy(
  upstream: string,
  tls?: { readonly key: string; readonly cert: string },
): Promise<FaultyProxy> {
  let fault: Fault = {};
  const handle: Parameters<typeof createServer>[1] = (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const passing: Passing = {
        method: incoming.method ?? 'GET',
        url: new URL(incoming.url ?? '/', upstream),
        headers: plain(incoming.headers),
        body: Buffer.concat(chunks),
      };
      const reply = (answer: Answered): void => {
        fault.after?.(passing, answer);
        const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
        const isHead = passing.method === 'HEAD';
        outgoing.writeHead(
          answer.status,
          isHead ? headers : { ...headers, 'content-length': String(answer.body.length) },
        );
        outgoing.end(isHead ? undefined : answer.body);
      };
      const own = fault.before?.(passing);
      if (own === undefined) forward(passing, reply);
      else reply(own);
    });
  };
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
  const port = await listening(server);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    plant: (next) => {
      fault = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!isTcp(address)) throw new Error('the proxy listens on a port');
  return address.port;
}

function isTcp(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function forward(passing: Passing, reply: (answer: Answered) => void): void {
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = passing.headers;
  const upstream = httpRequest(
    passing.url,
    {
      method: passing.method,
      headers: {
        ...headers,
        ...(passing.method === 'PUT' || passing.method === 'POST'
          ? { 'content-length': String(passing.body.length) }
          : {}),
      },
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        reply({
          status: incoming.statusCode ?? 502,
          headers: plain(incoming.headers),
          body: Buffer.concat(chunks),
        });
      });
    },
  );
  upstream.on('error', () => {
    reply({ status: 502, headers: {}, body: Buffer.alloc(0) });
  });
  upstream.end(passing.body);
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
