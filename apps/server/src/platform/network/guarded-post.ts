import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { err, ok, type Result } from '@coffer/kit';
import { answerOf } from './answer-of.ts';
import { type NetworkError, networkErrorOf } from './probe-url.ts';
import { createAddressRule, isLoopback } from './public-address.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';

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
  /** Why the URL itself is not allowed, before its name is resolved. */
  readonly refusalOf: (url: string) => 'address_internal' | 'needs_https' | undefined;
  readonly post: (
    url: string,
    message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ) => Promise<Result<PostAnswer, PostFault>>;
}

interface GuardedPostOptions {
  /** Internal networks that may be called nevertheless. */
  readonly allowed: readonly string[];
  readonly timeLimitMs: number;
  readonly answerMaxBytes: number;
  /** Returns all IP addresses of a name. */
  readonly resolve?: ResolveName;
}

class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
}

/**
 * [Note: One resolution] The connection itself resolves the name, once, and gets only addresses that were checked. A
 * name that resolves differently a moment later gains nothing, and redirects are not followed.
 */
export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const isAllowed = createAddressRule(options.allowed);
  const resolve = options.resolve ?? createResolveName({ isSystemAsked: options.allowed.length > 0 });
  const check = (address: string, protocol: string): void => {
    const isFit = isAllowed(address) && (protocol === 'https:' || isLoopback(address));
    if (!isFit) throw new AddressNotAllowedError('the address is not allowed');
  };
  return {
    refusalOf: (text) => {
      const url = new URL(text);
      const host = hostOf(url);
      const literal = /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
      if (isIP(literal) === 0) return url.protocol === 'https:' ? undefined : 'needs_https';
      if (!isAllowed(literal)) return 'address_internal';
      return url.protocol === 'https:' || isLoopback(literal) ? undefined : 'needs_https';
    },
    post: async (text, { headers, body }) => {
      const url = new URL(text);
      try {
        const host = hostOf(url);
        if (isIP(host) !== 0) check(host, url.protocol);
        const signal = AbortSignal.timeout(options.timeLimitMs);
        const response = await send(url, {
          body,
          request: {
            method: 'POST',
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
            agent: false,
            lookup: checkedLookup(
              async (name) => await resolve(name, signal),
              (address) => check(address, url.protocol),
            ),
            signal,
          },
          checkConnected: (address) => check(address, url.protocol),
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

function hostOf({ hostname }: URL): string {
  return hostname.replaceAll(/[[\]]/g, '');
}

/** All addresses must pass, because it is not known in advance which one a connection will use. */
function checkedLookup(
  resolve: (name: string) => Promise<readonly string[]>,
  check: (address: string) => void,
): LookupFunction {
  const find = async (name: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(name);
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    for (const address of addresses) check(address);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const answer = async (...[name, { all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    const [found] = await Promise.allSettled([find(name)]);
    if (found.status === 'rejected') {
      callback(found.reason instanceof Error ? found.reason : new Error('no answer'), '', 0);
      return;
    }
    const [first] = found.value;
    if (all === true) callback(null, [...found.value]);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
  return (...asked) => void answer(...asked);
}

async function send(
  url: URL,
  {
    body,
    request: options,
    checkConnected,
  }: {
    readonly body: string;
    readonly request: RequestOptions;
    readonly checkConnected: (address: string) => void;
  },
): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? requestTls : requestPlain;
  const request = start(url, options);
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      try {
        checkConnected(socket.remoteAddress ?? '');
      } catch (error) {
        request.destroy(error instanceof Error ? error : undefined);
      }
    });
  });
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
