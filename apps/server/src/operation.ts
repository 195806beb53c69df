import type { ErrorCode, Issue, Person, TokenScope } from '@coffer/contracts';
import type { Result } from '@coffer/kit';

export interface Actor {
  readonly person: Person;
  /** Of the session, or of the token. */
  readonly sessionId: string;
  /** What the token is for. Undefined for a session. */
  readonly scopes?: readonly TokenScope[];
  /** What its owner calls the token. Undefined for a session. */
  readonly tokenName?: string;
}

/** A session may do everything that its person may. */
export function hasScope({ scopes }: Actor, scope: TokenScope): boolean {
  return scopes?.includes(scope) ?? true;
}

/** The contracts map the code to an HTTP status. */
export interface Failure {
  readonly code: ErrorCode;
  readonly issues?: readonly Issue[];
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
}

export type Outcome<T, E> = Promise<Result<T, E>>;
