import type { Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import type { PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Client } from '../store/pools.ts';
import type { AuthenticationResult } from '../tokens/issue.ts';
import type { FirstFactor, SignInFlow, SignInState } from './flow.ts';

export type SignInDeps = Pick<
  Deps,
  | 'db'
  | 'clients'
  | 'clock'
  | 'vault'
  | 'signingKeys'
  | 'baseUrl'
  | 'decoyVerifierSealed'
  | 'exponents'
  | 'limits'
  | 'log'
  | 'customModules'
>;

export interface AuthResponse {
  readonly ChallengeName?: string;
  readonly Session?: string;
  readonly ChallengeParameters: Readonly<Record<string, string>>;
  readonly AvailableChallenges?: readonly FirstFactor[];
  readonly AuthenticationResult?: AuthenticationResult;
}

export type AuthResult = Promise<Result<AuthResponse, PoolError>>;

export interface SignInContext {
  readonly client: Client;
  readonly address: string | undefined;
  readonly userAgent?: string | undefined;
  /** ClientMetadata. Only CUSTOM_AUTH hooks see it. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly finish?: FinishSignIn | undefined;
}

/** Completes a sign-in without tokens, in the transaction that consumes its last Session. */
export type FinishSignIn = (
  tx: Tx,
  signedIn: { readonly client: Client; readonly account: Account; readonly state: SignInState },
) => Promise<void>;

/** A sign-in request whose client, flow and secret hash the caller has checked. */
export interface SignInRequest extends SignInContext {
  readonly flow: SignInFlow;
  /** AuthParameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly session?: string | undefined;
}

/** An answer whose client and secret hash the caller has checked. */
export interface Answer extends SignInContext {
  readonly username: string;
  /** ChallengeResponses. */
  readonly responses: Readonly<Record<string, string>>;
  readonly session: string | undefined;
}

export type AnswerHandler = (deps: SignInDeps, answer: Answer) => AuthResult;
