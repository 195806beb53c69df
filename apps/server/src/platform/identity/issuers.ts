import type { Result } from '@coffer/kit';
import type { Identity, PoolFailure, ProviderTokens } from './pool.ts';

/** `reason` is for the log and never contains what the issuer sent. */
export type IssuerFailure =
  | { readonly code: 'issuer_unavailable' }
  | { readonly code: 'redirect_refused'; readonly reason: string };

export interface Exchange {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Without a refresh token, the session ends only when it expires. */
export interface IssuerTokens extends Omit<ProviderTokens, 'refreshToken'> {
  readonly refreshToken: string | undefined;
}

export interface SignedOutAtIssuer {
  /** Unique id, so that each token is processed only once. */
  readonly jti: string;
  readonly sid: string | undefined;
  /** Without `sid`, all sessions of this person end. */
  readonly subject: string | undefined;
  /** Until when the token would be accepted again. */
  readonly goodUntil: Date;
}

export interface Arrival {
  readonly tokens: IssuerTokens;
  readonly identity: Identity;
  /** The session id at the issuer, if any. */
  readonly sid: string | undefined;
  /** Time since the person proved who they are at the issuer, by the issuer's clock. Undefined if it does not say. */
  readonly proofAgeMs: number | undefined;
}

/** An OpenID Connect issuer. Always uses authorization code with PKCE, state and nonce. */
export interface Issuer {
  readonly id: string;
  readonly name: string;
  /** The `iss` claim of its tokens. */
  readonly issuer: string;
  readonly rules: IssuerRules;
  /** `isFresh` demands that the person proves again who they are, even with an open session at the issuer. */
  begin(options?: {
    readonly isFresh: boolean;
  }): Promise<Result<{ readonly url: string; readonly exchange: Exchange }, IssuerFailure>>;
  /** `query` is the query string of the callback URL. */
  finish(query: string, exchange: Exchange): Promise<Result<Arrival, IssuerFailure>>;
  /** `redirect_refused`: not a valid logout token of this issuer. */
  readLogoutToken(token: string): Promise<Result<SignedOutAtIssuer, IssuerFailure>>;
  /** Fails with `session_ended` only after a definite refusal. */
  refresh(input: { readonly refreshToken: string }): Promise<Result<ProviderTokens, PoolFailure>>;
  revoke(input: { readonly refreshToken: string }): Promise<Result<void, PoolFailure>>;
  /**
   * The issuer's sign-out URL. Undefined if it has none, or if it would only ask for confirmation because the session
   * `isRevoked`. Never has an `id_token_hint`, because browsers must not get tokens.
   */
  signOutUrl(session: { readonly isRevoked: boolean }): Promise<string | undefined>;
}

export interface IssuerRules {
  /** Lower-case mail domains whose verified addresses may sign in. Empty: any address. */
  readonly allowedDomains: readonly string[];
  /** Links accounts that have the same verified address. */
  readonly linksVerifiedEmail: boolean;
  /** Creates accounts for unknown people. */
  readonly admitsNewPeople: boolean;
  /** Lets a person accept an open invitation by proving its address. */
  readonly admitsInvited: boolean;
}

/** Rules for accounts of the user pool. */
export const POOL_RULES: IssuerRules = {
  allowedDomains: [],
  linksVerifiedEmail: false,
  admitsNewPeople: true,
  // People of the user pool join through the link in the invitation.
  admitsInvited: false,
};

export type Issuers = ReadonlyMap<string, Issuer>;
