import { type Clock, err, ok, type Result, SECOND_MS } from '@coffer/kit';
import * as client from 'openid-client';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import type { Issuer, IssuerFailure, IssuerRules, IssuerTokens } from './issuers.ts';
import { createLogoutTokenVerifier } from './logout-token.ts';
import type { Identity, PoolFailure } from './pool.ts';

export interface OidcIssuerOptions {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly logout: 'rp-initiated' | 'cognito' | 'none';
  readonly groupsClaim: string | undefined;
  readonly rules: IssuerRules;
  /** `<COFFER_URL>/auth/callback`. `signedOutUri` is the page after sign-out. */
  readonly redirectUri: string;
  readonly signedOutUri: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 8_000;
const DISCOVERY_LIFE_MS = 3_600_000;
const ACCESS_LIFE_SECONDS = 3_600;

const Claims = z.object({
  iss: z.string().min(1).max(2_048),
  sub: z.string().min(1).max(255),
  'cognito:username': z.string().min(1).max(128).optional(),
  preferred_username: z.string().min(1).max(255).optional(),
  email: z.string().max(2_048).optional(),
  // Some issuers send a string.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().max(2_048).optional(),
});
const ProofTimes = z.object({ iat: z.number(), auth_time: z.number() });
const SessionName = z.string().min(1).max(255);
const Groups = z.array(z.string().min(1).max(128)).max(1_000);

/** Loads the discovery document lazily and caches it for an hour. */
export function createOidcIssuer(options: OidcIssuerOptions): Issuer {
  const discover = createDiscovery(options);
  const verify = createLogoutTokenVerifier({
    clock: options.clock,
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
  });
  return {
    id: options.id,
    name: options.name,
    issuer: options.issuer,
    rules: options.rules,
    async begin({ isFresh } = { isFresh: false }) {
      return await guarded(options, async () => {
        const config = await discover();
        const exchange = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: options.redirectUri,
          scope: options.scopes.join(' '),
          state: exchange.state,
          nonce: exchange.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(exchange.verifier),
          code_challenge_method: 'S256',
          ...(isFresh ? FRESH : {}),
        });
        return { url: url.href, exchange };
      });
    },
    async finish(query, exchange) {
      return await guarded(options, async () => {
        const config = await discover();
        const answer = await client.authorizationCodeGrant(config, new URL(query, options.redirectUri), {
          pkceCodeVerifier: exchange.verifier,
          expectedState: exchange.state,
          expectedNonce: exchange.nonce,
          idTokenExpected: true,
        });
        const claims = await claimsOf(config, options, answer);
        return {
          tokens: toTokens(answer, options.clock.now()),
          identity: toIdentity(claims, options.groupsClaim),
          sid: SessionName.safeParse(claims['sid']).data,
          proofAgeMs: proofAgeOf(answer.claims()),
        };
      });
    },
    readLogoutToken: async (token) => await readLogoutToken(options, { discover, verify, token }),
    refresh: async ({ refreshToken }) => await refresh(options, discover, refreshToken),
    async revoke({ refreshToken }) {
      try {
        const config = await discover();
        if (config.serverMetadata().revocation_endpoint === undefined) return ok(undefined);
        await client.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });
        return ok(undefined);
      } catch (error) {
        return err(refreshFailure(error));
      }
    },
    signOutUrl: async ({ isRevoked }) => await signOutUrl(options, discover, isRevoked),
  };
}

/**
 * OpenID Connect Core 1.0, 3.1.2.1. Both parameters, because some issuers know only one of them; with `max_age` the ID
 * token must contain `auth_time`.
 */
const FRESH = { max_age: '0', prompt: 'login' };

/** Of the signed claims only. Both times are from the issuer's clock, so that its difference to this one does not matter. */
function proofAgeOf(claims: unknown): number | undefined {
  const times = ProofTimes.safeParse(claims);
  return times.success ? Math.max(0, times.data.iat - times.data.auth_time) * SECOND_MS : undefined;
}

type Discover = () => Promise<client.Configuration>;

function createDiscovery(options: OidcIssuerOptions): Discover {
  let known: { readonly config: Promise<client.Configuration>; readonly untilMs: number } | undefined;
  return async () => {
    const nowMs = performance.now();
    if (known !== undefined && known.untilMs > nowMs) return await known.config;
    const config = client.discovery(
      new URL(options.issuer),
      options.clientId,
      {},
      authenticationOf(options),
      {
        timeout: (options.timeLimitMs ?? TIME_LIMIT_MS) / 1_000,
        execute: [
          client.enableNonRepudiationChecks,
          // The configuration allows HTTP only for loopback.
          // oxlint-disable-next-line typescript/no-deprecated -- deprecated by the library only as a warning
          ...(options.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    known = { config, untilMs: nowMs + DISCOVERY_LIFE_MS };
    try {
      return await config;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
}

async function refresh(
  options: OidcIssuerOptions,
  discover: Discover,
  refreshToken: string,
): ReturnType<Issuer['refresh']> {
  try {
    const config = withoutSignatures(await discover(), options);
    const tokens = toTokens(await client.refreshTokenGrant(config, refreshToken), options.clock.now());
    return ok({ ...tokens, refreshToken: tokens.refreshToken ?? refreshToken });
  } catch (error) {
    return err(refreshFailure(error));
  }
}

/** For a refresh, whose ID token is not used: a failed signature check would lose the rotated refresh token. */
function withoutSignatures(config: client.Configuration, options: OidcIssuerOptions): client.Configuration {
  const plain = new client.Configuration(
    config.serverMetadata(),
    options.clientId,
    {},
    authenticationOf(options),
  );
  plain.timeout = config.timeout;
  // oxlint-disable-next-line typescript/no-deprecated -- as above: for loopback alone.
  if (options.issuer.startsWith('http:')) client.allowInsecureRequests(plain);
  return plain;
}

function authenticationOf({ clientSecret }: OidcIssuerOptions): client.ClientAuth {
  return clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
}

async function claimsOf(
  config: client.Configuration,
  { groupsClaim }: OidcIssuerOptions,
  answer: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Promise<Record<string, unknown>> {
  const claims: Record<string, unknown> = { ...answer.claims() };
  const isComplete = claims['email'] !== undefined && (groupsClaim === undefined || groupsClaim in claims);
  const subject = claims['sub'];
  if (isComplete || typeof subject !== 'string') return claims;
  if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more: Record<string, unknown> = await client.fetchUserInfo(config, answer.access_token, subject);
  // Signed claims override unsigned ones.
  return { ...more, ...claims };
}

function toTokens(answer: Awaited<ReturnType<typeof client.refreshTokenGrant>>, now: Date): IssuerTokens {
  const seconds = Math.min(answer.expiresIn() ?? ACCESS_LIFE_SECONDS, 86_400);
  return {
    accessToken: answer.access_token,
    idToken: answer.id_token ?? '',
    refreshToken: answer.refresh_token,
    accessExpiresAt: new Date(now.getTime() + seconds * 1_000),
  };
}

function toIdentity(given: Record<string, unknown>, groupsClaim: string | undefined): Identity {
  const claims = Claims.parse(given);
  const groups = groupsClaim === undefined ? undefined : Groups.safeParse(given[groupsClaim]);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    username: claims['cognito:username'] ?? claims.preferred_username ?? claims.email ?? claims.sub,
    email: claims.email ?? '',
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: claims.name ?? '',
    groups: groups?.data,
  };
}

async function signOutUrl(
  options: OidcIssuerOptions,
  discover: Discover,
  isRevoked: boolean,
): Promise<string | undefined> {
  if (options.logout === 'none') return undefined;
  try {
    const config = await discover();
    const { end_session_endpoint: endpoint, revocation_endpoint: revocation } = config.serverMetadata();
    if (endpoint === undefined) return undefined;
    if (options.logout === 'cognito') {
      const url = new URL(endpoint);
      url.searchParams.set('client_id', options.clientId);
      url.searchParams.set('logout_uri', options.signedOutUri);
      return url.href;
    }
    if (isRevoked && revocation !== undefined) return undefined;
    return client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: options.signedOutUri,
    }).href;
  } catch {
    // Sign-out of Coffer does not depend on the issuer.
    return undefined;
  }
}

async function readLogoutToken(
  options: OidcIssuerOptions,
  asked: {
    readonly discover: Discover;
    readonly verify: ReturnType<typeof createLogoutTokenVerifier>;
    readonly token: string;
  },
): ReturnType<Issuer['readLogoutToken']> {
  const known = await guarded(options, async () => (await asked.discover()).serverMetadata());
  if (!known.ok) return known;
  const { jwks_uri: jwksUri, issuer, id_token_signing_alg_values_supported: algorithms } = known.value;
  if (jwksUri === undefined) return err({ code: 'issuer_unavailable' });
  const { clientId, id, log } = options;
  const read = await asked.verify(asked.token, { issuer, clientId, jwksUri, algorithms });
  if (read.ok) return read;
  const { error } = read;
  const reason = error.code === 'refused' ? error.reason : 'unreachable';
  log.warn('logout_token_refused', { issuer: id, reason });
  return err(error.code === 'refused' ? { code: 'redirect_refused', reason } : error);
}

async function guarded<T>(
  { id, log }: Pick<OidcIssuerOptions, 'id' | 'log'>,
  work: () => Promise<T>,
): Promise<Result<T, IssuerFailure>> {
  try {
    return ok(await work());
  } catch (error) {
    const reason = reasonOf(error);
    log.warn('redirect_failed', { issuer: id, reason: reason ?? 'unreachable' });
    return err(reason === undefined ? { code: 'issuer_unavailable' } : { code: 'redirect_refused', reason });
  }
}

/** Undefined if no response could be verified. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof client.AuthorizationResponseError) return wordOf(error.error);
  if (error instanceof client.ResponseBodyError) {
    return error.status >= 500 || error.status === 429 ? undefined : wordOf(error.error);
  }
  if (error instanceof z.ZodError) return 'claims';
  if (error instanceof client.ClientError) {
    const { code } = error;
    return code === undefined || UNREACHABLE.has(code) ? undefined : code;
  }
  return undefined;
}

const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** The OAuth error code for the log. Other values are not logged. */
function wordOf(error: string): string {
  return /^[a-z_]{1,64}$/.test(error) ? error : 'error';
}

function refreshFailure(error: unknown): PoolFailure {
  if (error instanceof client.ResponseBodyError && error.status < 500 && error.status !== 429) {
    return error.error === 'invalid_grant'
      ? { code: 'session_ended' }
      : { code: 'pool_refused', exception: wordOf(error.error) };
  }
  return { code: 'pool_unavailable' };
}
