import type {
  ErrorCode,
  Issue,
  OperationName,
  OperationParsed,
  OperationResponse,
  Person,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Once } from '../platform/db/once.ts';

/** Who is asking: the person of the session that the cookie names. */
export interface Actor {
  readonly person: Person;
  /** Stored id (hash) of the session. */
  readonly sessionId: string;
}

/** A refusal with its code and the facts of that code. The HTTP status is looked up in the contracts. */
export interface Failure {
  readonly code: ErrorCode;
  readonly issues?: readonly Issue[];
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
}

/** What a route may read of the request besides its parsed parts. */
export interface RequestFacts {
  readonly requestId: string;
  /** Address of the client, as far as trusted proxies tell. */
  readonly address: string;
  readonly userAgent: string;
  cookie(name: CookieName): string | undefined;
}

/** What a route may put on the answer besides its body. */
export interface Reply {
  setCookie(name: CookieName, value: string, maxAgeSeconds: number): void;
  clearCookie(name: CookieName): void;
  header(name: string, value: string): void;
  /** Answers 302 instead of the body. */
  redirect(url: string): void;
}

/**
 * `session` holds the signed-in session, `attempt` the open sign-in, `redirect` the one at another issuer. Their wire names depend on
 * the scheme.
 */
export type CookieName = 'session' | 'attempt' | 'redirect';

interface Parsed<N extends OperationName> {
  readonly params: OperationParsed<N, 'params'>;
  readonly query: OperationParsed<N, 'query'>;
  readonly body: OperationParsed<N, 'body'>;
  /** The revision of `If-Match`, where the operation replaces something. */
  readonly revision: number | undefined;
  readonly request: RequestFacts;
  readonly reply: Reply;
  /** For an operation that creates something: makes it happen once. */
  readonly once: Once;
}

type Handler<N extends OperationName, Input> = (
  input: Input,
) => Promise<Result<OperationResponse<N>, Failure>>;

/** One operation with its handler, ready to be mounted by `http/app.ts`. */
export interface Route {
  readonly operation: OperationName;
  readonly access: 'anyone' | 'person';
  /** The input has been parsed by the operation's own schemas; `actor` is set when `access` is `person`. */
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

/** A route that anybody may call; `actor` is known when a session is there. */
export function openRoute<N extends OperationName>(
  operation: N,
  handler: Handler<N, Parsed<N> & { readonly actor: Actor | undefined }>,
): Route;
// The mount parses each part by the schemas of this very operation before it calls, so the types hold by construction.
export function openRoute(operation: OperationName, handler: Route['handle']): Route {
  return { operation, access: 'anyone', handle: handler };
}

/** A route for signed-in persons: without a session the mount answers `not_signed_in` itself. */
export function personRoute<N extends OperationName>(
  operation: N,
  handler: Handler<N, Parsed<N> & { readonly actor: Actor }>,
): Route;
export function personRoute(
  operation: OperationName,
  handler: (input: RouteInput & { readonly actor: Actor }) => Promise<Result<unknown, Failure>>,
): Route {
  return {
    operation,
    access: 'person',
    handle: (input) =>
      input.actor === undefined
        ? Promise.resolve({ ok: false, error: { code: 'not_signed_in' } })
        : handler({ ...input, actor: input.actor }),
  };
}
