import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { err, ok, type Result } from '@coffer/kit';
import {
  type AddressGuard,
  type AddressGuardOptions,
  AddressNotAllowedError,
  createAddressGuard,
} from './address-guard.ts';
import { answerOf } from './answer-of.ts';
import { type NetworkError, networkErrorOf } from './probe-url.ts';

export interface PostAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  /** The beginning of the response body. */
  readonly text: string;
}

export type PostFault = NetworkError | 'address_not_allowed';

/** Posts to URLs that people chose. Never connects to the operator's network or to this machine. */
export interface GuardedPost {
  readonly refusalOf: AddressGuard['refusalOf'];
  readonly post: (
    url: string,
    message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ) => Promise<Result<PostAnswer, PostFault>>;
}

interface GuardedPostOptions extends AddressGuardOptions {
  readonly timeLimitMs: number;
  readonly answerMaxBytes: number;
}

export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const guard = createAddressGuard(options);
  return {
    refusalOf: guard.refusalOf,
    post: async (text, { headers, body }) => {
      const url = new URL(text);
      try {
        guard.checkHost(url);
        const signal = AbortSignal.timeout(options.timeLimitMs);
        const response = await send(url, {
          body,
          guard,
          request: {
            method: 'POST',
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
            agent: false,
            lookup: guard.lookup(url.protocol, signal),
            signal,
          },
        });
        const { location, 'retry-after': retryAfter } = response.headers;
        const status = response.statusCode ?? 0;
        return ok({ status, location, retryAfter, text: await readStart(response, options.answerMaxBytes) });
      } catch (error) {
        if (error instanceof AddressNotAllowedError) return err('address_not_allowed');
        return err(networkErrorOf(error));
      }
    },
  };
}

async function send(
  url: URL,
  {
    body,
    guard,
    request: options,
  }: { readonly body: string; readonly guard: AddressGuard; readonly request: RequestOptions },
): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? requestTls : requestPlain;
  const request = start(url, options);
  guard.watch(request, url.protocol);
  request.end(body);
  return await answerOf(request);
}

/** Reads the beginning of the body that arrives in time. The status decides; the text is only shown to people. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= maxBytes) break;
    }
  } catch {
    // The connection ended early, or took too long.
  }
  response.destroy();
  const start = Buffer.concat(chunks).subarray(0, maxBytes);
  return start.toString('utf8').replaceAll('\u0000', '');
}
