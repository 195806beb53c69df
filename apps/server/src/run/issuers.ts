import type { Clock } from '@coffer/kit';
import type { Config } from '../config.ts';
import type { Issuers } from '../platform/identity/issuers.ts';
import { createOidcIssuer } from '../platform/identity/oidc-issuer.ts';
import type { Log } from '../platform/log/log.ts';
import { redirectsOf } from './examined-issuers.ts';

/** The issuers of the configuration. Nothing is asked of them before somebody wants to sign in. */
export function createIssuers(
  config: Pick<Config, 'issuers' | 'url'>,
  services: { readonly clock: Clock; readonly log: Log },
): Issuers {
  return new Map(
    config.issuers.map((issuer) => [
      issuer.id,
      createOidcIssuer({
        ...services,
        id: issuer.id,
        name: issuer.name,
        issuer: issuer.issuer,
        clientId: issuer.clientId,
        clientSecret: issuer.clientSecret,
        scopes: issuer.scopes,
        logout: issuer.logout,
        groupsClaim: issuer.groupsClaim,
        rules: {
          allowedDomains: issuer.allowedDomains,
          linksVerifiedEmail: issuer.linksVerifiedEmail,
          admitsNewPeople: issuer.admitsNewPeople,
        },
        ...redirectsOf(config.url),
      }),
    ]),
  );
}
