import type { Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import type { PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Tx } from '../store/database.ts';
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

/** The answer to InitiateAuth and RespondToAuthChallenge. */
export interface AuthResponse {
  readonly ChallengeName?: string;
  readonly Session?: string;
  readonly ChallengeParameters: Readonly<Record<string, string>>;
  readonly AvailableChallenges?: readonly FirstFactor[];
  readonly AuthenticationResult?: AuthenticationResult;
}

export type AuthResult = Promise<Result<AuthResponse, PoolError>>;

/** What every step knows of where it comes from and goes to. */
export interface SignInContext {
  readonly client: Client;
  /** Whom failed tries are counted for. */
  readonly address: string | undefined;
  readonly userAgent?: string | undefined;
  /** ClientMetadata, which only the hooks of CUSTOM_AUTH see. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Given: it is called in place of the issue of tokens. */
  readonly finish?: FinishSignIn | undefined;
}

/**
 * What is made of a complete sign-in instead of tokens, in the transaction that uses up its last Session. The response
 * then has neither challenge nor AuthenticationResult.
 */
export type FinishSignIn = (
  tx: Tx,
  signedIn: { readonly client: Client; readonly account: Account; readonly state: SignInState },
) => Promise<void>;

/** The beginning of a sign-in, after client, flow and secret hash were checked. */
export interface SignInRequest extends SignInContext {
  readonly flow: SignInFlow;
  /** AuthParameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of ConfirmSignUp: the sign-in that follows a sign-up. */
  readonly session?: string | undefined;
}

/** An answer to a challenge, after client and secret hash were checked. */
export interface Answer extends SignInContext {
  readonly username: string;
  /** ChallengeResponses. */
  readonly responses: Readonly<Record<string, string>>;
  readonly session: string | undefined;
}

export type AnswerHandler = (deps: SignInDeps, answer: Answer) => AuthResult;
