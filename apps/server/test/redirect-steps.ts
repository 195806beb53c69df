import { assert } from '@coffer/kit';
import type { IssuerConfig } from '../src/config/variables.ts';
import type { TestIssuer } from './oidc-issuer.ts';
import type { Browser } from './sign-in-world.ts';

export function issuerConfig(of: TestIssuer, changes: Partial<IssuerConfig> = {}): IssuerConfig {
  return {
    id: 'corp',
    name: 'Corp',
    issuer: of.url,
    clientId: of.clientId,
    clientSecret: of.clientSecret,
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    logout: 'rp-initiated',
    groupsClaim: 'groups',
    allowedDomains: [],
    linksVerifiedEmail: false,
    admitsNewPeople: true,
    ...changes,
  };
}

/** Returns the URL the browser was sent to and the query of the callback. */
export async function leaveFor(
  issuer: TestIssuer,
  browser: Browser,
  {
    id = 'corp',
    returnTo,
    address,
    isFresh,
  }: { id?: string; returnTo?: string; address?: string; isFresh?: boolean } = {},
): Promise<{ readonly out: URLSearchParams; readonly query: string }> {
  const body = {
    issuer: id,
    ...(returnTo === undefined ? {} : { returnTo }),
    ...(isFresh === undefined ? {} : { isFresh }),
  };
  const started = await browser.call('startRedirect', body, address);
  assert(started.status === 200, `the redirect begins: ${started.text}`);
  const out = new URL(started.body.url).searchParams;
  return { out, query: new URL(await issuer.visit(started.body.url)).search };
}
