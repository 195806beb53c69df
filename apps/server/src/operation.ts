import type { ErrorCode, Issue, Person } from '@coffer/contracts';
import type { Result } from '@coffer/kit';

export interface Actor {
  readonly person: Person;
  readonly sessionId: string;
}

/** The contracts map the code to an HTTP status. */
export interface Failure {
  readonly code: ErrorCode;
  readonly issues?: readonly Issue[];
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
}

export type Outcome<T, E> = Promise<Result<T, E>>;
