import type { Clock } from '@coffer/kit';
import type { SigningKeys } from '../../signature-v4.ts';

/** The pool that is examined, and what this Coffer wants of it. */
export interface ExaminedPool {
  /** Base URL of the JSON API. */
  readonly endpoint: string;
  readonly region: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly issuer: string;
  /** With it the settings are read; without it only what can be found out by trying. */
  readonly admin: SigningKeys | undefined;
  /** Origin of the application's pages. */
  readonly pageOrigin: string;
  /** What the sign-in page offers beside the password. */
  readonly offers: readonly ('passkey' | 'choice' | 'custom' | 'sign-up' | 'reset')[];
  readonly clock: Clock;
}

/** An issuer that people are sent to. */
export interface ExaminedIssuer {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly logout: 'rp-initiated' | 'cognito' | 'none';
  readonly redirectUri: string;
  readonly signedOutUri: string;
}
