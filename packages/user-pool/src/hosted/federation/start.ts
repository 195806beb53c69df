import { MINUTE_MS } from '@coffer/kit';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import type { Client } from '../../store/pools.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { openInteraction, type Progress } from '../interaction.ts';
import { showFault } from '../pages/fault-page.ts';
import { redirect } from '../respond.ts';
import { OWN_PROVIDER } from '../sessions.ts';
import { findAuthorizationRequest } from '../store/authorization-requests.ts';
import { insertFederationRequest } from '../store/federation-requests.ts';
import { findProvider } from '../store/identity-providers.ts';
import { connectProvider } from './oidc-client.ts';
import { providerDetailsSchema } from './provider-details.ts';

const FEDERATION_LIFE_MS = 15 * MINUTE_MS;
export const REPLY_PATH = '/oauth2/idpresponse';

export const federationSecretsSchema = z.strictObject({ nonce: z.string(), verifier: z.string() });

export function federationContext(stateHash: string): string {
  return `federation|${stateHash}`;
}

/** `GET /login/provider`. A link, because `form-action` would block a redirect to another host. */
export async function answerProviderLink(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openInteraction(deps, hosted, { id: hosted.query.get('request') ?? undefined });
  if (!opened.ok) return await showFault(deps, hosted, opened.error);
  const { client, request, progress } = opened.value;
  const provider = hosted.query.get('name') ?? '';
  if (provider === OWN_PROVIDER || !client.settings.identityProviders.includes(provider))
    return await showFault(deps, hosted, { code: 'request_invalid' });
  return await startFederation(deps, hosted, { client, provider, id: request.id, progress });
}

export async function startFederation(
  deps: Deps,
  hosted: HostedRequest,
  start: {
    readonly client: Client;
    readonly provider: string;
    readonly id: string;
    readonly cookie?: string;
    readonly progress?: Progress;
  },
): Promise<Response> {
  const cookies = start.cookie === undefined ? [] : [start.cookie];
  const request = await findAuthorizationRequest(deps.db, start.id);
  const provider = await findProvider(deps.db, start.client.pool.id, start.provider);
  const config = provider === undefined ? undefined : await connectProvider(deps, provider);
  if (provider === undefined || config?.ok !== true) {
    deps.log.error('identity_provider_failed', {
      pool: start.client.pool.id,
      reason: config === undefined ? 'unknown' : config.ok ? '' : config.error.code,
    });
    const { progress } = start;
    const fault = { code: 'provider_failed', request, progress, provider: start.provider, cookies } as const;
    return await showFault(deps, hosted, fault);
  }
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const verifier = oidc.randomPKCECodeVerifier();
  const stateHash = hashHandle(state);
  const now = deps.clock.now();
  const secrets = JSON.stringify({ nonce, verifier });
  await insertFederationRequest(deps.db, {
    stateHash,
    requestId: start.id,
    provider: provider.name,
    secretsSealed: deps.vault.seal(
      federationContext(stateHash.toString('hex')),
      Buffer.from(secrets, 'utf8'),
    ),
    createdAt: now,
    expiresAt: new Date(now.getTime() + FEDERATION_LIFE_MS),
  });
  const address = oidc.buildAuthorizationUrl(config.value, {
    redirect_uri: `${deps.publicUrl}${REPLY_PATH}`,
    scope: providerDetailsSchema.parse(provider.details).authorize_scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return redirect(address.href, {
    cookies,
    isSecure: deps.publicUrl.startsWith('https:'),
  });
}
