import type { Result } from '@coffer/kit';
import type { PoolFailure } from './pool-failure.ts';

/** Second factors that a person may switch on, by the pool's names. */
export type AccountFactor = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';

/** What the pool knows of the person whose access token asks. */
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

/** What a person does with the own account at the pool, by access token. */
export interface OwnAccount {
  getAccount(accessToken: string): Outcome<PoolAccount>;
  /** Cognito has no other form: both passwords travel. `sign_in_failed`: the present one is wrong. */
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
  /** The delivery is that of the code that proves a changed address; undefined when nothing has to be proved. */
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

/** What somebody without a session does at the pool. Names that nobody has are answered like those that somebody has. */
export interface AccountDoor {
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
  /** By the administrator's keys: after a recovery code. `pool_refused` without keys. */
  dropAuthenticator(username: string): Outcome<void>;
}
