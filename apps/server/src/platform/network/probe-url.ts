import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import { answerOf } from './answer-of.ts';

export type NetworkError =
  | 'name_unknown'
  | 'unreachable'
  | 'timeout'
  | 'tls_expired'
  | 'tls_untrusted'
  | 'tls_name_mismatch'
  | 'tls_not_spoken'
  | 'not_http';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export type ProbeResult = { readonly answer: HttpAnswer } | { readonly networkError: NetworkError };

const TIMEOUT_MS = 10 * SECOND_MS;
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Returns every outcome, also network errors. Does not follow redirects. */
export async function probeUrl(
  url: string,
  init: RequestInit = {},
  timeLimitMs = TIMEOUT_MS,
): Promise<ProbeResult> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    const bytes = Buffer.from(await response.arrayBuffer()).subarray(0, BODY_BYTES_MAX);
    return { answer: { status: response.status, headers: response.headers, bytes } };
  } catch (error) {
    return { networkError: networkErrorOf(error) };
  }
}

/** Requests a URL like a browser navigation, because `fetch` cannot send `Sec-Fetch-Mode: navigate`. */
export async function visit(url: string): Promise<ProbeResult> {
  const send = url.startsWith('https:') ? requestTls : requestPlain;
  const headers = {
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'none',
  };
  try {
    const request = send(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    request.end();
    const response = await answerOf(request);
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > BODY_BYTES_MAX) break;
    }
    const { location = '' } = response.headers;
    return {
      answer: {
        status: response.statusCode ?? 0,
        headers: new Headers(location === '' ? {} : { location }),
        bytes: Buffer.concat(chunks),
      },
    };
  } catch (error) {
    return { networkError: networkErrorOf(error) };
  }
}

export function jsonOf({ bytes }: Pick<HttpAnswer, 'bytes'>): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const Coded = z.object({ code: z.string() });

const NETWORK_ERRORS: Readonly<Record<string, NetworkError>> = {
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ENODATA: 'name_unknown',
  ESERVFAIL: 'name_unknown',
  EBADNAME: 'name_unknown',
  ETIMEOUT: 'timeout',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name_mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_not_spoken',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'tls_not_spoken',
  EPROTO: 'tls_not_spoken',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
};

/** Rethrows errors unrelated to the network. */
export function networkErrorOf(error: unknown): NetworkError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError') return 'timeout';
    const { code } = Coded.safeParse(cause).data ?? { code: '' };
    const known = NETWORK_ERRORS[code];
    if (known !== undefined) return known;
    if (code.startsWith('HPE_')) return 'not_http';
    if (code.startsWith('CERT_')) return 'tls_untrusted';
  }
  // `fetch` throws a TypeError; Node.js requests throw an error with a system code.
  if (error instanceof TypeError || Coded.safeParse(error).success) return 'unreachable';
  throw error;
}
