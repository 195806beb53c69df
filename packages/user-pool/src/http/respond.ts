import type { PoolError } from '../errors.ts';

const ALLOWED_HEADERS = [
  'content-type',
  'x-amz-target',
  'x-amz-user-agent',
  'cache-control',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'authorization',
  'x-amz-date',
  'x-amz-security-token',
  'x-amz-content-sha256',
].join(',');
const PREFLIGHT_SECONDS = 86_400;

/** The service model uses 400 for all other client errors. */
const STATUS: Readonly<Record<string, number>> = {
  InternalErrorException: 500,
  ServiceUnavailableException: 503,
  RequestEntityTooLargeException: 413,
};

export interface Exchange {
  readonly requestId: string;
  readonly now: Date;
  readonly cors: Readonly<Record<string, string>>;
}

export function respondOk(exchange: Exchange, output: object): Response {
  return respond(exchange, { status: 200, body: output, headers: {} });
}

export function respondError(exchange: Exchange, error: PoolError): Response {
  return respond(exchange, {
    status: STATUS[error.type] ?? 400,
    body: { __type: error.type, message: error.message },
    headers: {
      'x-amzn-ErrorType': `${error.type}:`,
      'x-amzn-ErrorMessage': error.message.replaceAll(/[^\x20-\x7e]/g, '?'),
    },
  });
}

export function respondDocument(exchange: Exchange, document: object | undefined): Response {
  const isFound = document !== undefined;
  return new Response(JSON.stringify(document ?? { message: 'Not found' }), {
    status: isFound ? 200 : 404,
    headers: {
      ...commonHeaders(exchange),
      'Content-Type': 'application/json',
      'Cache-Control': isFound ? 'public, max-age=3600' : 'no-store',
    },
  });
}

export function respondPreflight(exchange: Exchange): Response {
  const isAllowed = 'Access-Control-Allow-Origin' in exchange.cors;
  return new Response(null, {
    status: isAllowed ? 200 : 403,
    headers: {
      ...commonHeaders(exchange),
      ...(isAllowed
        ? {
            'Access-Control-Allow-Methods': 'GET,POST,OPTIONS',
            'Access-Control-Allow-Headers': ALLOWED_HEADERS,
            'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
          }
        : {}),
    },
  });
}

/** For an unknown host name, which usually means DNS rebinding. */
export function respondMisdirected(exchange: Exchange): Response {
  return new Response('Misdirected request\n', {
    status: 421,
    headers: { ...commonHeaders(exchange), 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function respond(
  exchange: Exchange,
  answer: {
    readonly status: number;
    readonly body: object;
    readonly headers: Readonly<Record<string, string>>;
  },
): Response {
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: {
      ...commonHeaders(exchange),
      'Content-Type': 'application/x-amz-json-1.1',
      'Cache-Control': 'no-store',
      ...answer.headers,
    },
  });
}

function commonHeaders(exchange: Exchange): Record<string, string> {
  return {
    'x-amzn-RequestId': exchange.requestId,
    Date: exchange.now.toUTCString(),
    ...exchange.cors,
    'X-Content-Type-Options': 'nosniff',
  };
}
