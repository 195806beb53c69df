import type { Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import type { PoolError } from '../errors.ts';
import type { Client } from '../store/pools.ts';
import type { AuthResponse } from './advance.ts';

/** An answer to a challenge, after client and secret hash were checked. */
export interface Answer {
  readonly client: Client;
  readonly username: string;
  readonly responses: Readonly<Record<string, string>>;
  readonly session: string | undefined;
  readonly address: string | undefined;
}

export type AnswerDeps = Pick<
  Deps,
  'db' | 'clock' | 'vault' | 'signingKeys' | 'baseUrl' | 'decoyVerifierSealed'
>;

export type AnswerHandler = (deps: AnswerDeps, answer: Answer) => Promise<Result<AuthResponse, PoolError>>;
