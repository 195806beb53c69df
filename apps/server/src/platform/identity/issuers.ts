import type { Result } from '@coffer/kit';
import type { Identity, PoolFailure, ProviderTokens } from './pool.ts';

/** `refused`: a reason for the log, never the sent content. */
export type IssuerFailure =
  | { readonly code: 'issuer_unavailable' }
  | { readonly code: 'redirect_refused'; readonly reason: string };

export interface Exchange {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Undefined: the session ends only by its own expiry. */
export interface IssuerTokens extends Omit<ProviderTokens, 'refreshToken'> {
  readonly refreshToken: string | undefined;
}

export interface SignedOutAtIssuer {
  /** Each token counts once. */
  readonly jti: string;
  readonly sid: string | undefined;
  /** Without `sid`: all sessions of the person. */
  readonly subject: string | undefined;
  /** The token would be accepted until then. */
  readonly goodUntil: Date;
}

export interface Arrival {
  readonly tokens: IssuerTokens;
  readonly identity: Identity;
  /** The session id at the issuer, if any. */
  readonly sid: string | undefined;
}

/** Always authorization code with PKCE, state and nonce. */
export interface Issuer {
  readonly id: string;
  readonly name: string;
  /** `iss` of its tokens. */
  readonly issuer: string;
  readonly rules: IssuerRules;
  begin(): Promise<Result<{ readonly url: string; readonly exchange: Exchange }, IssuerFailure>>;
  /** `query` is that of the callback URL. */
  finish(query: string, exchange: Exchange): Promise<Result<Arrival, IssuerFailure>>;
  /** `redirect_refused`: not a logout token of this issuer. */
  readLogoutToken(token: string): Promise<Result<SignedOutAtIssuer, IssuerFailure>>;
  /** `session_ended` only after a definite refusal. */
  refresh(input: { readonly refreshToken: string }): Promise<Result<ProviderTokens, PoolFailure>>;
  revoke(input: { readonly refreshToken: string }): Promise<Result<void, PoolFailure>>;
  /**
   * Undefined if none or not needed. No `id_token_hint`, because browsers never get tokens. `isRevoked`: the issuer
   * would only ask for confirmation.
   */
  signOutUrl(session: { readonly isRevoked: boolean }): Promise<string | undefined>;
}

export interface IssuerRules {
  /** Lower case; requires a verified address. Empty: any. */
  readonly allowedDomains: readonly string[];
  /** Links accounts with the same verified address. */
  readonly linksVerifiedEmail: boolean;
  /** Creates accounts for unknown people. */
  readonly admitsNewPeople: boolean;
  /** Whoever proves the address of an open invitation joins by it. */
  readonly admitsInvited: boolean;
}

/** Of the user pool. */
export const POOL_RULES: IssuerRules = {
  allowedDomains: [],
  linksVerifiedEmail: false,
  admitsNewPeople: true,
  // People of the pool join with the link of the invitation.
  admitsInvited: false,
};

export type Issuers = ReadonlyMap<string, Issuer>;
