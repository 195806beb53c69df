import type { Result } from '@coffer/kit';
import type { AccountDoor, AccountFactor, OwnAccount } from './pool-accounts.ts';
import type { PoolFailure } from './pool-failure.ts';

export type { PoolFailure } from './pool-failure.ts';

/** Tokens of the provider. They never leave the server and are encrypted at rest. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
  readonly accessExpiresAt: Date;
}

/** What a verified ID token says about its owner. `groups` is undefined when the token has no such claim. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[] | undefined;
}

/** One answer of the pool: a further challenge, or the end of the sign-in. */
export type PoolStep =
  | {
      readonly kind: 'challenge';
      readonly challenge: string;
      readonly session: string | undefined;
      readonly parameters: Readonly<Record<string, string>>;
      /** `AvailableChallenges`, with SELECT_CHALLENGE. */
      readonly choices: readonly string[];
    }
  | {
      readonly kind: 'signed_in';
      readonly tokens: ProviderTokens;
    };

/** How a sign-in begins. A password is only ever proved (SRP). */
export type Opening =
  | { readonly first: 'password'; readonly srpA: string }
  /** USER_AUTH, with the passkey asked for at once. */
  | { readonly first: 'passkey' }
  /** USER_AUTH, with the pool's list to choose from. */
  | { readonly first: 'choice' }
  /** CUSTOM_AUTH, whose questions are the pool's own. */
  | { readonly first: 'custom' };

/** The user pool as the application sees it: Cognito's JSON 1.1 protocol over HTTP, embedded or not. */
export interface Pool extends OwnAccount, AccountDoor {
  /** The part of the pool id behind the first underscore, which goes into the SRP hashes. */
  readonly poolName: string;
  /** `iss` of the pool's tokens. */
  readonly issuer: string;
  start(input: {
    readonly username: string;
    readonly opening: Opening;
    readonly address: string;
  }): Promise<Result<PoolStep, PoolFailure>>;
  /** `responses` holds neither SECRET_HASH nor USERNAME: both are added here. `username` is the canonical one. */
  answer(input: {
    readonly challenge: string;
    readonly session: string | undefined;
    readonly username: string;
    readonly responses: Readonly<Record<string, string>>;
    readonly address: string;
  }): Promise<Result<PoolStep, PoolFailure>>;
  /** MFA_SETUP, first half: the secret of the new authenticator, and the Session that goes on. */
  beginAuthenticatorSetup(
    session: string,
  ): Promise<Result<{ readonly secret: string; readonly session: string }, PoolFailure>>;
  /** MFA_SETUP, second half: proves the authenticator; its Session answers the challenge. */
  proveAuthenticatorSetup(input: {
    readonly session: string;
    readonly code: string;
  }): Promise<Result<{ readonly session: string }, PoolFailure>>;
  /** Checks signature, issuer, audience, expiry and `token_use` of an ID token against the pool's keys. */
  verifyIdToken(idToken: string): Promise<Result<Identity, PoolFailure>>;
  /** `session_ended` only when the pool definitely refuses; anything else keeps the session. */
  refresh(input: { readonly refreshToken: string }): Promise<Result<ProviderTokens, PoolFailure>>;
  revoke(input: { readonly refreshToken: string }): Promise<Result<void, PoolFailure>>;
  startAuthenticator(accessToken: string): Promise<Result<{ readonly secret: string }, PoolFailure>>;
  verifyAuthenticator(input: {
    readonly accessToken: string;
    readonly code: string;
  }): Promise<Result<void, PoolFailure>>;
  removeAuthenticator(accessToken: string): Promise<Result<void, PoolFailure>>;
  /** Second factors that people may switch on here. Never fails: what cannot be known is not offered. */
  offeredFactors(): Promise<readonly AccountFactor[]>;
  /**
   * Creates a confirmed account with a lasting password: for the first administrator only. Sets a password. With `resume` an
   * account of that name is finished instead of refused: only for a caller that knows that it began it itself.
   */
  createAccount(input: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly resume: boolean;
  }): Promise<Result<{ readonly subject: string; readonly username: string }, PoolFailure>>;
  /** One cheap call that shows that the pool answers. */
  ping(): Promise<Result<void, PoolFailure>>;
}
