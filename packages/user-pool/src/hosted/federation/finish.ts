import { err, ok, type Result } from '@coffer/kit';
import * as oidc from 'openid-client';
import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { completeInteraction } from '../complete.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { type Interaction, openInteraction } from '../interaction.ts';
import { showFault } from '../pages/fault-page.ts';
import { takeFederationRequest } from '../store/federation-requests.ts';
import { findProvider, type IdentityProvider } from '../store/identity-providers.ts';
import { admitPerson, type Claims } from './admit.ts';
import { connectProvider, outside } from './oidc-client.ts';
import { federationContext, federationSecretsSchema, REPLY_PATH } from './start.ts';

/** `GET /oauth2/idpresponse`. Consumes the state first; the browser must send the cookie of that request. */
export async function answerProviderReply(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const state = hosted.query.getAll('state');
  const stateHash = hashHandle(state[0] ?? '');
  const found = state.length === 1 ? await takeFederationRequest(deps.db, stateHash) : undefined;
  if (found === undefined) return await showFault(deps, hosted, { code: 'lost' });
  const opened = await openInteraction(deps, hosted, { id: found.requestId });
  if (!opened.ok) return await showFault(deps, hosted, opened.error);
  const interaction = opened.value;
  const { client, request, progress } = interaction;
  const isTimely = found.expiresAt > deps.clock.now();
  const isAllowed = client.settings.identityProviders.includes(found.provider);
  const provider =
    isTimely && isAllowed ? await findProvider(deps.db, client.pool.id, found.provider) : undefined;
  const secrets = federationSecretsSchema.parse(
    JSON.parse(
      deps.vault.open(federationContext(stateHash.toString('hex')), found.secretsSealed).toString('utf8'),
    ),
  );
  const claims =
    provider === undefined
      ? err({ code: 'provider_unreachable' as const })
      : await readClaims(deps, hosted, { provider, state: state[0] ?? '', ...secrets });
  const response =
    provider !== undefined && claims.ok
      ? await signIn(deps, interaction, { provider, claims: claims.value })
      : undefined;
  if (response !== undefined) return response;
  deps.log.error('identity_provider_failed', {
    pool: client.pool.id,
    reason: claims.ok ? 'refused' : claims.error.code,
  });
  return await showFault(deps, hosted, {
    code: 'provider_failed',
    request,
    progress,
    provider: found.provider,
  });
}

/** Exchanges the code. openid-client checks issuer, audience, times, signature, nonce and `iss`. */
async function readClaims(
  deps: Deps,
  hosted: HostedRequest,
  reply: {
    readonly provider: IdentityProvider;
    readonly state: string;
    readonly nonce: string;
    readonly verifier: string;
  },
): Promise<Result<Claims, { readonly code: string }>> {
  const config = await connectProvider(deps, reply.provider);
  if (!config.ok) return config;
  const address = new URL(`${deps.publicUrl}${REPLY_PATH}?${hosted.query.toString()}`);
  return await outside(async () => {
    const tokens = await oidc.authorizationCodeGrant(config.value, address, {
      pkceCodeVerifier: reply.verifier,
      expectedState: reply.state,
      expectedNonce: reply.nonce,
      idTokenExpected: true,
    });
    const idToken: Claims = { ...tokens.claims() };
    const hasUserInfo = config.value.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = hasUserInfo
      ? await oidc.fetchUserInfo(config.value, tokens.access_token, String(idToken['sub']))
      : {};
    // Signed claims override unsigned ones.
    return { ...userInfo, ...idToken };
  });
}

async function signIn(
  deps: Deps,
  interaction: Interaction,
  vouched: { readonly provider: IdentityProvider; readonly claims: Claims },
): Promise<Response | undefined> {
  const { provider, claims } = vouched;
  const result = await deps.db
    .transaction()
    .execute(async (tx): Promise<Result<Response | undefined, 'refused'>> => {
      const admitted = await admitPerson(deps, tx, { pool: interaction.client.pool, provider, claims });
      if (!admitted.ok) return err('refused');
      const { id } = admitted.value;
      return ok(await completeInteraction(deps, tx, { interaction, accountId: id, provider: provider.name }));
    });
  return result.ok ? result.value : undefined;
}
