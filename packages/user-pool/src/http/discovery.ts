import type { Deps } from '../deps.ts';
import { issuerOf } from '../tokens/issue.ts';

/** `jwks.json`: two keys, of which one signs ID tokens and the other access tokens. Undefined for an unknown pool. */
export async function presentJwks(
  deps: Pick<Deps, 'signingKeys'>,
  poolId: string,
): Promise<object | undefined> {
  const keys = await deps.signingKeys.list(poolId);
  if (keys.length === 0) return undefined;
  return {
    keys: keys.map(({ kid, publicJwk }) => ({ alg: 'RS256', use: 'sig', kid, ...publicJwk })),
  };
}

/** OpenID Connect discovery. Only what this version serves is named: there is no hosted page yet. */
export async function presentDiscovery(
  deps: Pick<Deps, 'signingKeys' | 'baseUrl'>,
  poolId: string,
): Promise<object | undefined> {
  if ((await deps.signingKeys.list(poolId)).length === 0) return undefined;
  const issuer = issuerOf(deps.baseUrl, poolId);
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'token'],
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    subject_types_supported: ['public'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };
}
