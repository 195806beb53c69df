import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SignedPart } from '@coffer/contracts';
import { KIB, MINUTE_MS } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import { isCertificateError } from '../api/certificate-error.ts';

const STALL_MS = 2 * MINUTE_MS;
const PIECE_BYTES = 256 * KIB;
const ANSWER_MAX_BYTES = 64 * KIB;

interface SendOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes that were just sent. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * One request to the store. Throws `store_unreachable`, `store_untrusted`, `store_unavailable`, `checksum_mismatch` or
 * `store_refused` with the status, or the signal's reason.
 */
export async function sendToStore(part: SignedPart, bytes: Uint8Array, options: SendOptions): Promise<void> {
  const { signal } = options;
  signal.throwIfAborted();
  try {
    const answer =
      part.fields === undefined ? await put(part, bytes, options) : await post(part, bytes, options);
    if (answer.status >= 200 && answer.status < 300) return;
    throw refusalOf(answer);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiFailure) throw error;
    if (isCertificateError(error)) throw new ApiFailure('store_untrusted');
    if (error instanceof Error && isNetworkError(error)) throw new ApiFailure('store_unreachable');
    throw error;
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Not with `fetch`, which reports no upload progress and never times out when no bytes move. */
async function put(part: SignedPart, bytes: Uint8Array, { signal, onBytes }: SendOptions): Promise<Answer> {
  const send = part.url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = { ...part.headers, 'content-length': String(bytes.length) };
  const request = send(part.url, { method: part.method, headers, signal });
  request.setTimeout(STALL_MS, () => request.destroy(new StoreStalled()));
  const answer = answerOf(request);
  const [sent, answered] = await Promise.allSettled([
    pipeline(Readable.from(piecesOf(bytes, onBytes)), request),
    answer,
  ]);
  // A store may refuse a request before it has read the whole body.
  if (answered.status === 'fulfilled') return answered.value;
  throw sent.status === 'rejected' ? sent.reason : answered.reason;
}

function* piecesOf(bytes: Uint8Array, onBytes: (bytes: number) => void): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    yield piece;
    onBytes(piece.length);
  }
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        if (text.length < ANSWER_MAX_BYTES) text += piece;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}

/** Sends a small file as a form. */
async function post(part: SignedPart, bytes: Uint8Array, { signal, onBytes }: SendOptions): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of part.fields ?? []) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  const both = AbortSignal.any([signal, AbortSignal.timeout(STALL_MS)]);
  const options = { method: part.method, body: form, redirect: 'error', signal: both } as const;
  const response = await fetch(part.url, options);
  const text = await response.text();
  onBytes(bytes.length);
  return { status: response.status, text };
}

class StoreStalled extends Error {
  override readonly name = 'StoreStalled';
}

function isNetworkError(error: Error): boolean {
  return (
    error instanceof StoreStalled ||
    error instanceof TypeError ||
    error instanceof DOMException ||
    'syscall' in error ||
    ('code' in error &&
      /^(E[A-Z]+|ERR_STREAM_PREMATURE_CLOSE|ERR_(SSL|TLS)_\w+|HPE_\w+)$/.test(String(error.code)))
  );
}

const DAMAGE = /^(BadDigest|InvalidDigest|XAmzContent(SHA256|Checksum)Mismatch|IncompleteBody)$/;

function refusalOf({ status, text }: Answer): ApiFailure {
  const code = /<Code>([A-Za-z]+)<\/Code>/.exec(text)?.[1] ?? '';
  if (DAMAGE.test(code)) return new ApiFailure('checksum_mismatch');
  const isOverloaded = status === 429 || status === 502 || status === 503 || status === 504;
  if (isOverloaded || code === 'RequestTimeout') return new ApiFailure('store_unavailable');
  return new ApiFailure('store_refused', { status });
}
