import type { Config } from '../config.ts';
import type { ExaminedIssuer } from '../platform/identity/doctor/patient.ts';

/** The other issuers of the configuration, as the doctor looks at them. */
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

/** Where an issuer sends people back to: after a sign-in, and after a sign-out. */
export function redirectsOf(url: string): { readonly redirectUri: string; readonly signedOutUri: string } {
  return { redirectUri: `${url}/auth/callback`, signedOutUri: `${url}/signed-out` };
}
