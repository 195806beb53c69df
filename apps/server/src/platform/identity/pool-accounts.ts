import type { Result } from '@coffer/kit';
import type { PoolFailure } from './pool-failure.ts';

export type AccountFactor = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';

export interface PoolAccount {
  readonly factors: readonly string[];
  readonly preferred: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface PoolPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date | undefined;
  readonly attachment: string | undefined;
}

/** Where a code was sent, masked by the pool. */
export interface Delivery {
  readonly destination: string | undefined;
}

type Outcome<T> = Promise<Result<T, PoolFailure>>;

export interface OwnAccount {
  getAccount(accessToken: string): Outcome<PoolAccount>;
  /** Cognito needs both passwords in plain text. `sign_in_failed`: the current password is wrong. */
  changePassword(input: {
    readonly accessToken: string;
    readonly previous: string;
    readonly proposed: string;
  }): Outcome<void>;
  setFactor(input: {
    readonly accessToken: string;
    readonly factor: AccountFactor;
    readonly isEnabled: boolean;
    readonly isPreferred: boolean;
  }): Outcome<void>;
  /** Where the code was sent. Undefined if the new value needs no confirmation. */
  updateAttribute(input: {
    readonly accessToken: string;
    readonly name: 'name' | 'email';
    readonly value: string;
  }): Outcome<Delivery | undefined>;
  verifyEmail(input: { readonly accessToken: string; readonly code: string }): Outcome<void>;
  listPasskeys(accessToken: string): Outcome<readonly PoolPasskey[]>;
  /** PublicKeyCredentialCreationOptionsJSON as text. */
  startPasskey(accessToken: string): Outcome<string>;
  addPasskey(input: { readonly accessToken: string; readonly credential: string }): Outcome<void>;
  removePasskey(input: { readonly accessToken: string; readonly id: string }): Outcome<void>;
  deleteAccount(accessToken: string): Outcome<void>;
}

/** Responses do not reveal whether a user name exists. */
export interface PublicAccount {
  signUp(input: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly address: string;
  }): Outcome<Delivery>;
  confirmSignUp(input: {
    readonly username: string;
    readonly code: string;
    readonly address: string;
  }): Outcome<void>;
  resendSignUp(input: { readonly username: string; readonly address: string }): Outcome<Delivery>;
  forgotPassword(input: { readonly username: string; readonly address: string }): Outcome<Delivery>;
  confirmForgotPassword(input: {
    readonly username: string;
    readonly code: string;
    readonly password: string;
    readonly address: string;
  }): Outcome<void>;
  /** Used after a recovery code. Fails with `pool_refused` without an administrator's key. */
  dropAuthenticator(username: string): Outcome<void>;
}

/** All calls fail with `pool_refused` without an administrator's key. */
export interface AccountAdministration {
  readonly isAdministered: boolean;
  /** The pool's user name of an account. Undefined if it does not exist. */
  findAccount(
    name: string,
  ): Outcome<{ readonly username: string; readonly subject: string | undefined } | undefined>;
  /** Sets a permanent password. */
  setPassword(input: { readonly username: string; readonly password: string }): Outcome<void>;
  /** A disabled account can neither sign in nor refresh. */
  setEnabled(input: { readonly username: string; readonly isEnabled: boolean }): Outcome<void>;
  /** Succeeds if the account no longer exists. */
  deleteUser(username: string): Outcome<void>;
  /** Keeps passkeys, because in Cognito only their owner can delete them. */
  dropSecondFactors(username: string): Outcome<void>;
}
