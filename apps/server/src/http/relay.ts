import * as plain from 'node:http';
import * as tls from 'node:https';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '@coffer/kit';
import type { RelayTarget } from '../platform/blobs/blobs.ts';
import { servedAs } from '../platform/blobs/served-media-type.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { problemResponse } from './problem.ts';

export type Relay = (request: Request, requestId: string) => Promise<Response>;

/** How long the store may be silent. */
const SILENCE_MS = 2 * MINUTE_MS;
const QUERY =
  /^(?:X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature)|partNumber|uploadId|response-(?:content-type|content-disposition|cache-control))$/;
/** Request headers that are forwarded: no cookie, session or client address. */
const ASKED =
  /^(?:content-type|content-length|content-md5|range|if-match|if-none-match|if-range|x-amz-checksum-[a-z0-9]+|x-amz-meta-[a-z0-9-]+)$/;
/** Response headers that are returned, in addition to the type. */
const TOLD =
  /^(?:content-length|content-range|accept-ranges|etag|last-modified|cache-control|retry-after|x-amz-checksum-[a-z0-9]+|x-amz-request-id)$/;
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * [Note: Relay] Streams signed requests to the store, for networks where browsers reach only this server. The store
 * verifies the signature; the relay only rejects URLs that Coffer's signer cannot have created. Uploaded content then
 * has Coffer's own origin, so it must never act as a page: inert type, `attachment`, `nosniff`, sandbox. Images and
 * videos still work.
 */
export function createRelay(target: RelayTarget, metrics: Pick<Metrics, 'countRelayed'>): Relay {
  const http = target.origin.startsWith('https:') ? tls : plain;
  const agent = new http.Agent({ keepAlive: true });
  return async (request, requestId) => {
    const url = addressOf(target, request);
    const { body, headers, method } = request;
    if (url === undefined) return unread(problemResponse({ code: 'not_allowed' }, requestId));
    if (body !== null && !headers.has('content-length')) {
      return unread(new Response('The length is missing.\n', { status: 411 }));
    }
    const sent = http.request(url, { agent, method, headers: askedOf(headers) });
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error('the store is silent')));
    const answered = new Promise<plain.IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      // Also catches errors after the response has begun, which the reader of the response notices.
      sent.on('error', reject);
    });
    const upload = new AbortController();
    let isRead = body === null;
    if (body === null) sent.end();
    else {
      const count = (sizeBytes: number): void => metrics.countRelayed('up', sizeBytes);
      const up = counted(body, count, () => {
        isRead = true;
      });
      // Aborts the request, so that the store keeps nothing.
      pipeline(up, sent, { signal: upload.signal }).catch(() => sent.destroy());
    }
    try {
      const answer = answerOf(await answered, {
        count: (sizeBytes) => metrics.countRelayed('down', sizeBytes),
        // The store may reject the request before the upload ends.
        onEnd: () => upload.abort(),
      });
      return isRead ? answer : unread(answer);
    } catch {
      return problemResponse({ code: 'store_unavailable' }, requestId);
    }
  };
}

function addressOf(target: RelayTarget, request: Request): URL | undefined {
  const { pathname, search, searchParams } = new URL(request.url);
  const path = pathname.slice('/relay'.length);
  if (request.method !== 'GET' && request.method !== 'PUT') return undefined;
  // Dots and encoded characters could resolve to another path than the checked one.
  if (!path.startsWith(target.path) || /%|\/\.|\/\/|\\/.test(path)) return undefined;
  const names = [...searchParams.keys()];
  if (new Set(names).size !== names.length || !names.every((name) => QUERY.test(name))) return undefined;
  const credential = searchParams.get('X-Amz-Credential') ?? '';
  const isOurs = credential.startsWith(`${target.accessKeyId}/`) && searchParams.has('X-Amz-Signature');
  return isOurs ? new URL(`${target.origin}${path}${search}`) : undefined;
}

/** Closes the connection, which cannot be reused because the body was not read completely. */
function unread(answer: Response): Response {
  answer.headers.set('connection', 'close');
  return answer;
}

function askedOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => ASKED.test(name)));
}

interface Telling {
  readonly count: (sizeBytes: number) => void;
  readonly onEnd: () => void;
}

function answerOf(answer: plain.IncomingMessage, telling: Telling): Response {
  const status = answer.statusCode ?? 502;
  const headers = new Headers({ 'content-security-policy': SANDBOX });
  for (const [name, value] of Object.entries(answer.headers)) {
    if (TOLD.test(name) && typeof value === 'string') headers.set(name, value);
  }
  const isFile = status === 200 || status === 206;
  const { mediaType } = servedAs(isFile ? (answer.headers['content-type'] ?? '') : 'text/plain', 'inline');
  headers.set('content-type', mediaType);
  headers.set('content-disposition', asAttachment(answer.headers['content-disposition']));
  if (status === 204 || status === 304) {
    answer.resume();
    telling.onEnd();
    return new Response(null, { status, headers });
  }
  return new Response(ReadableStream.from(counted(answer, telling.count, telling.onEnd)), {
    status,
    headers,
  });
}

/** Turns a disposition into `attachment`, with the signed file name. */
function asAttachment(disposition = ''): string {
  const parameters = /^[a-z-]+(;.*)?$/.exec(disposition)?.[1] ?? '';
  return `attachment${parameters}`;
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (sizeBytes: number) => void,
  onEnd?: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) {
      count(chunk.length);
      yield chunk;
    }
  } finally {
    onEnd?.();
  }
}
