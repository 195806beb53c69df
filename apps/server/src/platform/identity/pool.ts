import type { Result } from '@coffer/kit';
import type { AccountAdministration, PublicAccount, AccountFactor, OwnAccount } from './pool-accounts.ts';
import type { PoolFailure } from './pool-failure.ts';

export type { PoolFailure } from './pool-failure.ts';

/** These tokens never leave the server, and are encrypted at rest. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
  readonly accessExpiresAt: Date;
}

/** `groups` is undefined if the token has no such claim. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[] | undefined;
}

export type PoolStep =
  | {
      readonly kind: 'challenge';
      readonly challenge: string;
      readonly session: string | undefined;
      readonly parameters: Readonly<Record<string, string>>;
      /** `AvailableChallenges`, only with SELECT_CHALLENGE. */
      readonly choices: readonly string[];
    }
  | {
      readonly kind: 'signed_in';
      readonly tokens: ProviderTokens;
    };

/** How a sign-in starts. Uses SRP, so passwords are never sent. */
export type Opening =
  | { readonly first: 'password'; readonly srpA: string }
  /** USER_AUTH with a passkey as preferred challenge. */
  | { readonly first: 'passkey' }
  /** USER_AUTH with all choices of the pool. */
  | { readonly first: 'choice' }
  | { readonly first: 'custom' };

/** A user pool that speaks Cognito's JSON 1.1 protocol over HTTP, embedded or external. */
export interface Pool extends OwnAccount, PublicAccount, AccountAdministration {
  /** The pool id after the first underscore, for the SRP hashes. */
  readonly poolName: string;
  /** The `iss` claim of the pool's tokens. */
  readonly issuer: string;
  start(input: {
    readonly username: string;
    readonly opening: Opening;
    readonly address: string;
  }): Promise<Result<PoolStep, PoolFailure>>;
  /** Adds SECRET_HASH and USERNAME. `username` is the canonical one. */
  answer(input: {
    readonly challenge: string;
    readonly session: string | undefined;
    readonly username: string;
    readonly responses: Readonly<Record<string, string>>;
    readonly address: string;
  }): Promise<Result<PoolStep, PoolFailure>>;
  /** First half of MFA_SETUP. */
  beginAuthenticatorSetup(
    session: string,
  ): Promise<Result<{ readonly secret: string; readonly session: string }, PoolFailure>>;
  /** Second half of MFA_SETUP. The returned Session answers the challenge. */
  proveAuthenticatorSetup(input: {
    readonly session: string;
    readonly code: string;
  }): Promise<Result<{ readonly session: string }, PoolFailure>>;
  verifyIdToken(idToken: string): Promise<Result<Identity, PoolFailure>>;
  /** Fails with `session_ended` only after a definite refusal. */
  refresh(input: { readonly refreshToken: string }): Promise<Result<ProviderTokens, PoolFailure>>;
  revoke(input: { readonly refreshToken: string }): Promise<Result<void, PoolFailure>>;
  startAuthenticator(accessToken: string): Promise<Result<{ readonly secret: string }, PoolFailure>>;
  verifyAuthenticator(input: {
    readonly accessToken: string;
    readonly code: string;
  }): Promise<Result<void, PoolFailure>>;
  removeAuthenticator(accessToken: string): Promise<Result<void, PoolFailure>>;
  /** The second factors that the pool allows. Never fails. */
  offeredFactors(): Promise<readonly AccountFactor[]>;
  /**
   * Creates a confirmed account with a permanent password. `resume` completes a partly created one; use it only if the
   * same caller created it.
   */
  createAccount(input: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly resume: boolean;
  }): Promise<Result<{ readonly subject: string; readonly username: string }, PoolFailure>>;
  /** A cheap health check. */
  ping(): Promise<Result<void, PoolFailure>>;
}
