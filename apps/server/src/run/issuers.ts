import { type Clock, ok } from '@coffer/kit';
import type { Config } from '../config/config.ts';
import { OWN_PAGES_ID } from '../config/pool.ts';
import type { IssuerConfig } from '../config/variables.ts';
import { type Issuer, type Issuers, POOL_RULES } from '../platform/identity/issuers.ts';
import { createOidcIssuer } from '../platform/identity/oidc-issuer.ts';
import type { Log } from '../platform/log/log.ts';
import { redirectsOf } from './examined-issuers.ts';
import type { StartedPool } from './parts.ts';

interface IssuerServices {
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the issuers. They send no requests before the first sign-in. */
export function createIssuers(
  config: Pick<Config, 'issuers' | 'url'>,
  services: IssuerServices,
  ownPages?: StartedPool,
): Issuers {
  const issuers = config.issuers.map((issuer) => createIssuer(issuer, config.url, services));
  if (ownPages !== undefined) issuers.push(createOwnPages(config.url, ownPages, services));
  return new Map(issuers.map((issuer) => [issuer.id, issuer]));
}

function createIssuer(issuer: IssuerConfig, url: string, services: IssuerServices): Issuer {
  return createOidcIssuer({
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
      admitsInvited: true,
    },
    ...redirectsOf(url),
  });
}

/**
 * The hosted pages of the embedded pool as an issuer, with the same subjects as Coffer's own sign-in page. [Note:
 * Issuer of the embedded pool]
 */
function createOwnPages(url: string, { pool, access }: StartedPool, services: IssuerServices): Issuer {
  const pages = createIssuer(
    {
      id: OWN_PAGES_ID,
      name: 'Coffer',
      issuer: access.issuer,
      clientId: access.clientId,
      clientSecret: access.clientSecret,
      scopes: ['openid', 'email', 'profile'],
      logout: 'cognito',
      allowedDomains: [],
      linksVerifiedEmail: false,
      admitsNewPeople: true,
    },
    url,
    services,
  );
  const { issuer } = pool;
  return {
    ...pages,
    issuer,
    rules: POOL_RULES,
    async finish(query, exchange) {
      const finished = await pages.finish(query, exchange);
      if (!finished.ok) return finished;
      return ok({ ...finished.value, identity: { ...finished.value.identity, issuer } });
    },
  };
}
