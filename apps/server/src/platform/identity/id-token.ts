import { type Clock, err, ok, type Result } from '@coffer/kit';
import type { createRemoteJWKSet, errors } from 'jose';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import type { Identity, PoolFailure } from './pool.ts';

const CLOCK_TOLERANCE_SECONDS = 60;
const JWKS_CACHE_MS = 10 * 60_000;
// Short, because tokens come only from the pool, so clients cannot force key requests.
const JWKS_COOLDOWN_MS = 1_000;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  token_use: z.literal('id'),
  'cognito:username': z.string().min(1).max(128),
  email: z.string().max(2_048).optional(),
  // Cognito sends a boolean, some issuers a string.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().max(2_048).optional(),
  'cognito:groups': z.array(z.string().max(128)).max(1_000).optional(),
});

export interface IdTokenOptions {
  readonly issuer: string;
  readonly keysAt: URL;
  readonly clientId: string;
  readonly timeLimitMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

export function jwksUrlOf(issuer: string): URL {
  return new URL(`${issuer.replace(/\/$/, '')}/.well-known/jwks.json`);
}

/**
 * Accepts only RS256, and checks issuer, audience, expiry and `token_use`. Reloads the keys for an unknown key id.
 * @see
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
 */
export function createIdTokenVerifier(
  options: IdTokenOptions,
): (idToken: string) => Promise<Result<Identity, PoolFailure>> {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  return async (idToken) => {
    // Loaded for the first sign-in of a process, not at each start.
    const jose = await import('jose');
    keys ??= jose.createRemoteJWKSet(options.keysAt, {
      timeoutDuration: options.timeLimitMs,
      cooldownDuration: JWKS_COOLDOWN_MS,
      cacheMaxAge: JWKS_CACHE_MS,
    });
    try {
      const { payload } = await jose.jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: options.issuer,
        audience: options.clientId,
        currentDate: options.clock.now(),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp', 'iat', 'token_use'],
      });
      const claims = Claims.safeParse(payload);
      return claims.success ? ok(toIdentity(options.issuer, claims.data)) : refuse(options.log, 'claims');
    } catch (error) {
      if (isRefusal(jose.errors, error)) return refuse(options.log, error.code);
      // Without keys, the token can be neither accepted nor refused.
      options.log.warn('pool_keys_unreachable', { reason: error instanceof Error ? error.name : 'unknown' });
      return err({ code: 'pool_unavailable' });
    }
  };
}

function isRefusal(kinds: typeof errors, error: unknown): error is errors.JOSEError {
  // `jose` throws a plain JOSEError if the key response is not 200.
  return (
    error instanceof kinds.JOSEError &&
    error.code !== kinds.JOSEError.code &&
    !(error instanceof kinds.JWKSTimeout)
  );
}

function refuse(log: Log, reason: string): Result<Identity, PoolFailure> {
  log.error('id_token_refused', { reason });
  return err({ code: 'pool_refused', exception: 'IdTokenRefused' });
}

function toIdentity(issuer: string, claims: z.infer<typeof Claims>): Identity {
  return {
    issuer,
    subject: claims.sub,
    username: claims['cognito:username'],
    email: claims.email ?? '',
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: claims.name ?? '',
    groups: claims['cognito:groups'],
  };
}
