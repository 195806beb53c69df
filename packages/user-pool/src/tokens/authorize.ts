import { err, ok, type Result } from '@coffer/kit';
import type * as Jose from 'jose';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { takeToken, waitFor } from '../limits/limits.ts';
import { type Account, findAccount } from '../store/accounts.ts';
import { type Client, findClient } from '../store/pools.ts';
import { findFamily, type TokenFamily } from '../store/tokens.ts';
import { issuerOf, USER_SCOPE } from './issue.ts';

export interface Authorization {
  readonly account: Account;
  readonly client: Client;
  readonly family: TokenFamily;
}

const claimsSchema = z.object({
  sub: z.uuid(),
  client_id: z.string().max(128),
  origin_jti: z.uuid(),
  token_use: z.literal('access'),
  scope: z.string(),
});

export type AuthorizeDeps = Pick<Deps, 'db' | 'signingKeys' | 'clock' | 'baseUrl' | 'limits'>;

/**
 * Also checks the token family and the user in the database, so that a sign-out takes effect at once. Only verified
 * tokens count towards limits.
 */
export async function authorize(
  deps: AuthorizeDeps,
  accessToken: string,
  scope = USER_SCOPE,
): Promise<Result<Authorization, PoolError>> {
  const verified = await verifyAccessToken(deps, accessToken);
  if (!verified.ok) return verified;
  const claims = verified.value;
  const client = await findClient(deps.db, claims.client_id);
  const family = await findFamily(deps.db, claims.origin_jti);
  const isOwn =
    client !== undefined &&
    family !== undefined &&
    client.pool.id === claims.poolId &&
    family.poolId === claims.poolId &&
    family.clientId === client.id &&
    family.accountId === claims.sub;
  if (!isOwn) return err(errors.accessTokenInvalid);
  if (family.revokedAt !== null) return err(errors.accessTokenRevoked);
  if (!claims.scope.split(' ').includes(scope)) return err(errors.accessTokenLacksScope);
  const account = await findAccount(deps.db, claims.poolId, claims.sub);
  if (account === undefined) return err(errors.userNotFound);
  if (!account.isEnabled) return err(errors.userIsDisabled);
  const isWithinLimit = await takeToken(deps, { subject: account.id, rule: 'requests' });
  return isWithinLimit
    ? ok({ account, client, family })
    : err(errors.rateExceeded(waitFor(deps.limits.users.requests)));
}

type Claims = z.infer<typeof claimsSchema> & { readonly poolId: string };

async function verifyAccessToken(
  deps: Pick<Deps, 'signingKeys' | 'clock' | 'baseUrl'>,
  token: string,
): Promise<Result<Claims, PoolError>> {
  // Loaded for the first token of a process, not at each start.
  const jose = await import('jose');
  const poolId = claimedPool(jose, deps.baseUrl, token);
  if (poolId === undefined) return err(errors.accessTokenInvalid);
  const key = await findKey(jose, deps.signingKeys, { poolId, token });
  if (key === undefined) return err(errors.accessTokenInvalid);
  let payload: Jose.JWTPayload;
  try {
    const verified = await jose.jwtVerify(token, key.publicKey, {
      algorithms: ['RS256'],
      issuer: issuerOf(deps.baseUrl, poolId),
      requiredClaims: ['exp', 'iat'],
      currentDate: deps.clock.now(),
    });
    payload = verified.payload;
  } catch (cause) {
    if (cause instanceof jose.errors.JWTExpired) return err(errors.accessTokenExpired);
    if (cause instanceof jose.errors.JOSEError) return err(errors.accessTokenInvalid);
    throw cause;
  }
  const claims = claimsSchema.safeParse(payload);
  return claims.success ? ok({ ...claims.data, poolId }) : err(errors.accessTokenInvalid);
}

async function findKey(
  jose: typeof Jose,
  keys: Deps['signingKeys'],
  { poolId, token }: { readonly poolId: string; readonly token: string },
) {
  const kid = readOrUndefined(jose, () => jose.decodeProtectedHeader(token).kid);
  return kid === undefined ? undefined : await keys.find(poolId, 'access', kid);
}

/** The pool id that the token claims. It is not verified, and only selects the key. */
function claimedPool(jose: typeof Jose, baseUrl: string, token: string): string | undefined {
  const iss = readOrUndefined(jose, () => jose.decodeJwt(token).iss);
  return iss?.startsWith(`${baseUrl}/`) === true ? iss.slice(baseUrl.length + 1) : undefined;
}

/** `jose` throws for malformed tokens. */
function readOrUndefined(jose: typeof Jose, read: () => unknown): string | undefined {
  try {
    const text = read();
    return typeof text === 'string' ? text : undefined;
  } catch (cause) {
    if (cause instanceof jose.errors.JOSEError || cause instanceof TypeError) return undefined;
    throw cause;
  }
}
