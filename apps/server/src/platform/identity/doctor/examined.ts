import type { Clock } from '@coffer/kit';
import type { SigningKeys } from '@coffer/sigv4';

export interface ExaminedPool {
  readonly endpoint: string;
  readonly region: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly issuer: string;
  /** Default: a path below the issuer URL. */
  readonly jwksUrl?: string | undefined;
  /** Needed to read the settings. */
  readonly admin: SigningKeys | undefined;
  readonly pageOrigin: string;
  readonly offers: readonly ('passkey' | 'choice' | 'custom' | 'sign-up' | 'reset')[];
  readonly clock: Clock;
}

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
