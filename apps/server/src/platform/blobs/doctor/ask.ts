import { SECOND_MS } from '@coffer/kit';
import * as z from 'zod/mini';

/** An answer of whoever is at the address. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The error code of S3 in the body; empty when there is none. */
  readonly s3Code: string;
  /** True when the body is XML of S3. */
  readonly isS3: boolean;
}

/** Why nobody answered. */
export type Silence =
  | 'name_unknown'
  | 'unreachable'
  | 'timeout'
  | 'tls_expired'
  | 'tls_untrusted'
  | 'tls_name_mismatch'
  | 'tls_not_spoken'
  | 'not_http';

export type Heard = { readonly answer: Answer } | { readonly silence: Silence };

const TIMEOUT_MS = 10 * SECOND_MS;
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Sends one request and says what came of it, whatever that is. Redirects are not followed. */
export async function ask(url: string, init: RequestInit = {}): Promise<Heard> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer()).subarray(0, BODY_BYTES_MAX);
    const text = bytes.subarray(0, 8_192).toString('utf8');
    return {
      answer: {
        status: response.status,
        headers: response.headers,
        bytes,
        s3Code: /<Code>([^<]{1,64})<\/Code>/.exec(text)?.[1] ?? '',
        isS3: /^\s*<\?xml|<(Error|ListBucketResult)[\s>]/.test(text),
      },
    };
  } catch (error) {
    return { silence: silenceOf(error) };
  }
}

const Coded = z.object({ code: z.string() });

const SILENCES: Readonly<Record<string, Silence>> = {
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
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

/** Anything that is not about the network is thrown again. */
function silenceOf(error: unknown): Silence {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError') return 'timeout';
    const { code } = Coded.safeParse(cause).data ?? { code: '' };
    const known = SILENCES[code];
    if (known !== undefined) return known;
    if (code.startsWith('HPE_')) return 'not_http';
    if (code.startsWith('CERT_')) return 'tls_untrusted';
  }
  if (error instanceof TypeError) return 'unreachable';
  throw error;
}
