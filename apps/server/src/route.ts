import type { OperationName, OperationParsed, OperationResponse } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Actor, Failure } from './operation.ts';
import type { Once } from './platform/db/once.ts';

export interface RequestFacts {
  readonly requestId: string;
  /** Resolved through the trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
  /** Of Server-Sent Events. */
  readonly lastEventId: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  cookie(name: CookieName): string | undefined;
}

export interface Reply {
  setCookie(name: CookieName, value: string, maxAgeSeconds: number): void;
  clearCookie(name: CookieName): void;
  header(name: string, value: string): void;
  redirect(url: string): void;
}

/**
 * `attempt` is the open sign-in, `redirect` the one at another issuer, `device` marks a known device, `links` opens public
 * links with a password. The names on the wire depend on the scheme.
 */
export type CookieName = 'session' | 'attempt' | 'redirect' | 'device' | 'links';

interface Parsed<N extends OperationName> {
  readonly params: OperationParsed<N, 'params'>;
  readonly query: OperationParsed<N, 'query'>;
  readonly body: OperationParsed<N, 'body'>;
  readonly revision: number | undefined;
  readonly request: RequestFacts;
  readonly reply: Reply;
  readonly once: Once;
}

type Handler<N extends OperationName, Input> = (
  input: Input,
) => Promise<Result<OperationResponse<N>, Failure>>;

export interface RouteOptions<Answer> {
  readonly committedUploads?: (answer: Answer) => number;
}

export interface Route extends RouteOptions<unknown> {
  readonly operation: OperationName;
  readonly access: 'anyone' | 'person';
  /** The owner of the `Idempotency-Key` of a caller without an account. */
  readonly keyOwner?: (params: unknown) => Promise<string | undefined>;
  /** The input is parsed. `actor` is set when `access` is `person`. */
  readonly handle: (input: RouteInput) => Promise<Result<unknown, Failure>>;
}

export interface RouteInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly revision: number | undefined;
  readonly request: RequestFacts;
  readonly reply: Reply;
  readonly once: Once;
  readonly actor: Actor | undefined;
}

export function openRoute<N extends OperationName>(
  operation: N,
  handler: Handler<N, Parsed<N> & { readonly actor: Actor | undefined }>,
  options?: RouteOptions<OperationResponse<N>> & {
    readonly keyOwner?: (params: OperationParsed<N, 'params'>) => Promise<string | undefined>;
  },
): Route;
export function openRoute(
  operation: OperationName,
  handler: Route['handle'],
  options: Pick<Route, 'committedUploads' | 'keyOwner'> = {},
): Route {
  return { ...options, operation, access: 'anyone', handle: handler };
}

/** Without a session the mount answers `not_signed_in`. */
export function personRoute<N extends OperationName>(
  operation: N,
  handler: Handler<N, Parsed<N> & { readonly actor: Actor }>,
  options?: RouteOptions<OperationResponse<N>>,
): Route;
export function personRoute(
  operation: OperationName,
  handler: (input: RouteInput & { readonly actor: Actor }) => Promise<Result<unknown, Failure>>,
  options: RouteOptions<unknown> = {},
): Route {
  return { ...options, operation, access: 'person', handle: forPerson(handler) };
}

/** Answers Server-Sent Events. The call is over when the stream begins. */
export function streamRoute<N extends OperationName>(
  operation: N,
  handler: (
    input: Parsed<N> & { readonly actor: Actor },
  ) => Promise<Result<ReadableStream<Uint8Array>, Failure>>,
): Route;
export function streamRoute(
  operation: OperationName,
  handler: (input: RouteInput & { readonly actor: Actor }) => Promise<Result<unknown, Failure>>,
): Route {
  return { operation, access: 'person', handle: forPerson(handler) };
}

/** The bytes of a file, or a part of it, with their own status and headers. */
export class FileAnswer {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: ReadableStream<Uint8Array> | null;

  constructor(answer: Pick<FileAnswer, 'bytes' | 'headers' | 'status'>) {
    this.status = answer.status;
    this.headers = answer.headers;
    this.bytes = answer.bytes;
  }
}

export function bytesRoute<N extends OperationName>(
  operation: N,
  handler: (input: Parsed<N>) => Promise<Result<FileAnswer, Failure>>,
): Route;
export function bytesRoute(operation: OperationName, handler: Route['handle']): Route {
  return { operation, access: 'anyone', handle: handler };
}

export function pictureRoute<N extends OperationName>(
  operation: N,
  handler: (input: Parsed<N> & { readonly actor: Actor }) => Promise<Result<FileAnswer, Failure>>,
): Route;
export function pictureRoute(
  operation: OperationName,
  handler: (input: RouteInput & { readonly actor: Actor }) => Promise<Result<unknown, Failure>>,
): Route {
  return { operation, access: 'person', handle: forPerson(handler) };
}

function forPerson(
  handler: (input: RouteInput & { readonly actor: Actor }) => Promise<Result<unknown, Failure>>,
): Route['handle'] {
  return (input) =>
    input.actor === undefined
      ? Promise.resolve({ ok: false, error: { code: 'not_signed_in' } })
      : handler({ ...input, actor: input.actor });
}
