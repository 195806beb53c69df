import { type Clock, err, ok, type Result } from '@coffer/kit';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { SignedOutAtIssuer } from './issuers.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const CLOCK_TOLERANCE_SECONDS = 60;
/** Issuers send logout tokens immediately, so older ones are refused. */
const AGE_MAX_SECONDS = 300;
const LENGTH_MAX = 8_192;
/** Allowed `typ` headers. Any other type is refused. */
const TYPES = new Set([undefined, 'jwt', 'logout+jwt', 'application/logout+jwt']);
/** No HMAC, because only the issuer must be able to sign. */
const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const Claims = z
  .object({
    jti: z.string().min(1).max(1_024),
    iat: z.number(),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

export interface LogoutTokenIssuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly jwksUri: string;
  /** The issuer's `id_token_signing_alg_values_supported`. */
  readonly algorithms: readonly string[] | undefined;
}

export type LogoutTokenFailure =
  | { readonly code: 'refused'; readonly reason: string }
  | { readonly code: 'issuer_unavailable' };

type Verify = (
  token: string,
  issuer: LogoutTokenIssuer,
) => Promise<Result<SignedOutAtIssuer, LogoutTokenFailure>>;

/**
 * Absence of `nonce` excludes ID tokens. The caller prevents replay.
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 */
export function createLogoutTokenVerifier(options: {
  readonly clock: Clock;
  readonly timeLimitMs: number;
}): Verify {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  return async (token, { issuer, clientId, jwksUri, algorithms }) => {
    if (token.length > LENGTH_MAX) return refuse('too_long');
    // One key set per issuer, whose cooldown limits the requests that invented key ids can cause.
    const keys =
      keySets.get(jwksUri) ?? createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: options.timeLimitMs });
    keySets.set(jwksUri, keys);
    try {
      const now = options.clock.now();
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ASYMMETRIC.filter((name) => algorithms?.includes(name) ?? name === 'RS256'),
        issuer,
        audience: clientId,
        currentDate: now,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: AGE_MAX_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      if (!TYPES.has(protectedHeader.typ?.toLowerCase())) return refuse('typ');
      const claims = Claims.safeParse(payload);
      if (!claims.success) return refuse(String(claims.error.issues[0]?.path[0] ?? 'sub'));
      const { jti, sid, sub } = claims.data;
      const lifeSeconds = AGE_MAX_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
      return ok({ jti, sid, subject: sub, goodUntil: new Date(now.getTime() + lifeSeconds * 1_000) });
    } catch (error) {
      return isUnreachable(error) ? err({ code: 'issuer_unavailable' }) : refuse(reasonOf(error));
    }
  };
}

function refuse(reason: string): Result<never, LogoutTokenFailure> {
  return err({ code: 'refused', reason });
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return error.code === errors.JOSEError.code || error instanceof errors.JWKSTimeout;
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim;
  return error instanceof errors.JOSEError ? error.code : 'unknown';
}
