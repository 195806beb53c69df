import type { PoolError } from '../errors.ts';

const EXPOSED_HEADERS = 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date';
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

/** Client faults are 400, whatever they are: the service model sets no other status. */
const STATUS: Readonly<Record<string, number>> = {
  InternalErrorException: 500,
  ServiceUnavailableException: 503,
  RequestEntityTooLargeException: 413,
};

export interface Exchange {
  readonly requestId: string;
  readonly now: Date;
}

/** An answer of the JSON 1.1 protocol. */
export function respondOk(exchange: Exchange, output: object): Response {
  return respond(exchange, { status: 200, body: output, headers: {} });
}

/** An error of the JSON 1.1 protocol: type and text in the body and, for who does not read it, in headers. */
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

/** The public documents below `.well-known`. */
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

/** The answer to a preflight: browsers may call the pool from any page, since no cookie is ever looked at. */
export function respondPreflight(exchange: Exchange): Response {
  return new Response(null, {
    status: 200,
    headers: {
      ...commonHeaders(exchange),
      'Access-Control-Allow-Methods': 'GET,POST,OPTIONS',
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    },
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
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    'X-Content-Type-Options': 'nosniff',
  };
}
