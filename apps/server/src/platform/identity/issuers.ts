import type { Result } from '@coffer/kit';
import type { Identity, PoolFailure, ProviderTokens } from './pool.ts';

/** Why a redirect sign-in came to nothing. `refused` carries a word for the log, never what was sent. */
export type IssuerFailure =
  | { readonly code: 'issuer_unavailable' }
  | { readonly code: 'redirect_refused'; readonly reason: string };

/** What is kept between the way out and the way back. */
export interface Exchange {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Tokens of an issuer. One that gives no refresh token cannot be asked again: the session then lives by its own ends alone. */
export interface IssuerTokens extends Omit<ProviderTokens, 'refreshToken'> {
  readonly refreshToken: string | undefined;
}

/** A sign-out that happened at the issuer, told by a logout token. */
export interface SignedOutAtIssuer {
  /** Of the token, which counts once. */
  readonly jti: string;
  /** One session. */
  readonly sid: string | undefined;
  /** Every session of the person, where no `sid` is named. */
  readonly subject: string | undefined;
  /** Until then the token would be taken again. */
  readonly goodUntil: Date;
}

/** Somebody who came back from the issuer. */
export interface Arrival {
  readonly tokens: IssuerTokens;
  readonly identity: Identity;
  /** What the issuer calls the session there, if it says so. */
  readonly sid: string | undefined;
}

/** One OpenID Connect issuer as the application sees it: authorization code with PKCE, state and nonce, always. */
export interface Issuer {
  readonly id: string;
  /** For people, on the button. */
  readonly name: string;
  /** `iss` of its tokens. */
  readonly issuer: string;
  readonly rules: IssuerRules;
  begin(): Promise<Result<{ readonly url: string; readonly exchange: Exchange }, IssuerFailure>>;
  /** `query` is that of the address the browser came back to. */
  finish(query: string, exchange: Exchange): Promise<Result<Arrival, IssuerFailure>>;
  /** Verifies a logout token: signature, issuer, audience, age, event. `redirect_refused`: it is not one of this issuer. */
  readLogoutToken(token: string): Promise<Result<SignedOutAtIssuer, IssuerFailure>>;
  /** As the pool's: only a definite refusal is `session_ended`. */
  refresh(input: { readonly refreshToken: string }): Promise<Result<ProviderTokens, PoolFailure>>;
  revoke(input: { readonly refreshToken: string }): Promise<Result<void, PoolFailure>>;
  /**
   * Where the browser ends the session at the issuer; undefined when there is no such place. Without `id_token_hint`, since no token
   * is shown to a browser: the issuer may ask whether the person means it.
   */
  signOutUrl(): Promise<string | undefined>;
}

/** Who may come in, and as whom. */
export interface IssuerRules {
  /** Domains of e-mail addresses, in lower case; none: any. The address has to be verified then. */
  readonly allowedDomains: readonly string[];
  /** An account of another issuer with the same verified address becomes the same person. */
  readonly linksVerifiedEmail: boolean;
  /** Persons that nobody knows are let in and made. */
  readonly admitsNewPeople: boolean;
}

/** Every issuer of the configuration, by its id. */
export type Issuers = ReadonlyMap<string, Issuer>;
