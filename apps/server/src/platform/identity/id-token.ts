import { type Clock, err, ok, type Result } from '@coffer/kit';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import type { Identity, PoolFailure } from './pool.ts';

const CLOCK_TOLERANCE_SECONDS = 60;
const JWKS_CACHE_MS = 10 * 60_000;
// Tokens come from the pool itself, never from a browser, so that nobody can make us fetch keys by inventing key ids.
const JWKS_COOLDOWN_MS = 1_000;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  token_use: z.literal('id'),
  'cognito:username': z.string().min(1).max(128),
  email: z.string().max(2_048).optional(),
  // Cognito gives a boolean; some issuers give its name.
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

/** Where the public keys of a pool are. */
export function jwksUrl(issuer: string): URL {
  return new URL(`${issuer.replace(/\/$/, '')}/.well-known/jwks.json`);
}

/**
 * A verifier of ID tokens: RS256 only, exact issuer and audience, expiry, and `token_use` (an access token is no ID token). Keys
 * are cached for ten minutes and fetched anew when a token names an unknown one.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
 */
export function createIdTokenVerifier(
  options: IdTokenOptions,
): (idToken: string) => Promise<Result<Identity, PoolFailure>> {
  const keys = createRemoteJWKSet(options.keysAt, {
    timeoutDuration: options.timeLimitMs,
    cooldownDuration: JWKS_COOLDOWN_MS,
    cacheMaxAge: JWKS_CACHE_MS,
  });
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
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
      if (isRefusal(error)) return refuse(options.log, error.code);
      // The keys could not be fetched: the token may be as good as any.
      options.log.warn('pool_keys_unreachable', { reason: error instanceof Error ? error.name : 'unknown' });
      return err({ code: 'pool_unavailable' });
    }
  };
}

function isRefusal(error: unknown): error is errors.JOSEError {
  // The bare JOSEError (an answer other than 200 for the keys) and its time limit are failures of the network.
  return (
    error instanceof errors.JOSEError &&
    error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout)
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
