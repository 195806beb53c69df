import type { Config } from '../config/config.ts';
import type { ExaminedIssuer } from '../platform/identity/doctor/examined.ts';

export function examinedIssuers(config: Pick<Config, 'issuers' | 'url'>): readonly ExaminedIssuer[] {
  return config.issuers.map(({ id, issuer, clientId, clientSecret, scopes, logout }) => ({
    id,
    issuer,
    clientId,
    clientSecret,
    scopes,
    logout,
    ...redirectsOf(config.url),
  }));
}

export function redirectsOf(url: string): { readonly redirectUri: string; readonly signedOutUri: string } {
  return { redirectUri: `${url}/auth/callback`, signedOutUri: `${url}/signed-out` };
}
