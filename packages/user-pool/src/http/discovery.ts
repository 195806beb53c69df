import type { Deps } from '../deps.ts';
import { issuerOf } from '../tokens/issue.ts';

/** `jwks.json`: one key for ID tokens, one for access tokens. Undefined for an unknown pool. */
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

/** OpenID Connect discovery. Endpoints use `publicUrl`, which can differ from the issuer. */
export async function presentDiscovery(
  deps: Pick<Deps, 'signingKeys' | 'baseUrl' | 'publicUrl'>,
  poolId: string,
): Promise<object | undefined> {
  if ((await deps.signingKeys.list(poolId)).length === 0) return undefined;
  const issuer = issuerOf(deps.baseUrl, poolId);
  return {
    issuer,
    authorization_endpoint: `${deps.publicUrl}/oauth2/authorize`,
    token_endpoint: `${deps.publicUrl}/oauth2/token`,
    userinfo_endpoint: `${deps.publicUrl}/oauth2/userInfo`,
    revocation_endpoint: `${deps.publicUrl}/oauth2/revoke`,
    end_session_endpoint: `${deps.publicUrl}/logout`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    subject_types_supported: ['public'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    ui_locales_supported: ['en', 'ar'],
  };
}
