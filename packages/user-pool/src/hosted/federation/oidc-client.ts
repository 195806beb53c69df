import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import * as oidc from 'openid-client';
import type { Deps } from '../../deps.ts';
import type { IdentityProvider } from '../store/identity-providers.ts';
import {
  isTrustedUrl,
  openProviderSecret,
  type ProviderDetails,
  providerDetailsSchema,
} from './provider-details.ts';

const TIMEOUT_SECONDS = 10;
const REPLY_SIZE_BYTES_MAX = 512 * 1024;
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS384', 'RS512', 'ES384'] as const;

/** Contains no text from the issuer, which is untrusted. */
export type OutsideFault = { readonly code: 'provider_unreachable' | 'provider_refused' };

export async function connectProvider(
  deps: Pick<Deps, 'vault'>,
  provider: IdentityProvider,
): Promise<Result<oidc.Configuration, OutsideFault>> {
  const details = providerDetailsSchema.parse(provider.details);
  const secret = openProviderSecret(deps.vault, provider);
  const guarded = guardedFetch(details);
  return await outside(async () => {
    const metadata = { id_token_signed_response_alg: 'RS256' };
    const found = await findIssuer(details, guarded);
    const algorithms = found.id_token_signing_alg_values_supported ?? ['RS256'];
    const algorithm =
      ALGORITHMS.find((name) => algorithms.includes(name)) ?? metadata.id_token_signed_response_alg;
    const config = new oidc.Configuration(
      found,
      details.client_id,
      { id_token_signed_response_alg: algorithm },
      authentication(found, secret),
    );
    config[oidc.customFetch] = guarded;
    config.timeout = TIMEOUT_SECONDS;
    // TLS or loopback protects the exchange; the signature is checked nevertheless.
    oidc.enableNonRepudiationChecks(config);
    if (!details.oidc_issuer.startsWith('https:')) oidc.allowInsecureRequests(config);
    return config;
  });
}

export async function outside<T>(run: () => Promise<T>): Promise<Result<T, OutsideFault>> {
  try {
    return ok(await run());
  } catch (cause) {
    if (cause instanceof OutsideError) return err({ code: 'provider_refused' });
    const name = cause instanceof Error ? cause.name : '';
    const isRefusal =
      cause instanceof oidc.ClientError ||
      cause instanceof oidc.ResponseBodyError ||
      cause instanceof oidc.AuthorizationResponseError ||
      cause instanceof oidc.WWWAuthenticateChallengeError ||
      name === 'OperationProcessingError' ||
      name === 'UnsupportedOperationError';
    if (isRefusal) return err({ code: 'provider_refused' });
    const isNetwork = cause instanceof TypeError || name === 'TimeoutError' || name === 'AbortError';
    if (isNetwork) return err({ code: 'provider_unreachable' });
    throw cause;
  }
}

class OutsideError extends Error {}

async function findIssuer(details: ProviderDetails, guarded: oidc.CustomFetch): Promise<oidc.ServerMetadata> {
  const { authorize_url, token_url, jwks_uri, attributes_url } = details;
  if (authorize_url !== undefined && token_url !== undefined && jwks_uri !== undefined) {
    return {
      issuer: details.oidc_issuer,
      authorization_endpoint: authorize_url,
      token_endpoint: token_url,
      jwks_uri,
      ...(attributes_url === undefined ? {} : { userinfo_endpoint: attributes_url }),
    };
  }
  const discovered = await oidc.discovery(
    new URL(details.oidc_issuer),
    details.client_id,
    undefined,
    undefined,
    {
      [oidc.customFetch]: guarded,
      timeout: TIMEOUT_SECONDS,
      ...(details.oidc_issuer.startsWith('https:') ? {} : { execute: [oidc.allowInsecureRequests] }),
    },
  );
  const found = discovered.serverMetadata();
  if (!isTrustedUrl(found.authorization_endpoint ?? '')) throw new OutsideError('no authorization endpoint');
  return { ...found };
}

function authentication(metadata: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const isBasic = methods !== undefined && !methods.includes('client_secret_post');
  return isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

/**
 * Requests only configured hosts, so that a discovery document cannot redirect the pool (SSRF). Refuses redirects and
 * limits response sizes.
 */
function guardedFetch(details: ProviderDetails): oidc.CustomFetch {
  const named = [details.oidc_issuer, details.token_url, details.attributes_url, details.jwks_uri];
  const hosts = new Set(named.flatMap((url) => (url === undefined ? [] : [new URL(url).host])));
  return async (url, options) => {
    if (!isTrustedUrl(url) || !hosts.has(new URL(url).host))
      throw new OutsideError('a request to a host that is not configured');
    const { method, headers, body = null } = options;
    const sent = body instanceof Uint8Array ? Buffer.from(body) : body;
    const signal = options.signal ?? AbortSignal.timeout(TIMEOUT_SECONDS * SECOND_MS);
    const response = await fetch(url, { method, headers, body: sent, signal, redirect: 'manual' });
    return new Response(await readReply(response), { status: response.status, headers: response.headers });
  };
}

async function readReply(response: Response): Promise<ArrayBuffer | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > REPLY_SIZE_BYTES_MAX) throw new OutsideError('the response exceeds the size limit');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks)).buffer;
}
