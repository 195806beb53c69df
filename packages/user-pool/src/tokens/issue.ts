import { createHash, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@coffer/kit';
import { createHandle, createRowId, hashHandle } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import type { NewDeviceMetadata } from '../devices/new-device.ts';
import { GROUPS_PER_USER_MAX, groupClaims, roleClaims } from '../groups/claims.ts';
import type { Account } from '../store/accounts.ts';
import { type ClaimedGroup, listGroupsOf } from '../store/groups.ts';
import type { Client } from '../store/pools.ts';
import type { TokenFamily } from '../store/tokens.ts';
import { isRelayed } from './sessions.ts';
import { signToken } from './sign-token.ts';
import { claimsOfScope } from './scope-claims.ts';

export const USER_SCOPE = 'aws.cognito.signin.user.admin';
const REFRESH_TOKEN_SIZE_BYTES = 96;

export interface AuthenticationResult {
  readonly AccessToken: string;
  /** Missing only without the scope `openid`. */
  readonly IdToken?: string;
  readonly RefreshToken?: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly NewDeviceMetadata?: NewDeviceMetadata;
}

export function createRefreshToken(): { readonly token: string; readonly hash: Buffer } {
  const token = createHandle(REFRESH_TOKEN_SIZE_BYTES);
  return { token, hash: hashHandle(token) };
}

export function issuerOf(baseUrl: string, poolId: string): string {
  return `${baseUrl}/${poolId}`;
}

export interface FamilyStart {
  readonly now: Date;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly deviceKey?: string | undefined;
}

export function createFamily(
  client: Client,
  account: Account,
  start: FamilyStart,
): Omit<TokenFamily, 'revokedAt'> {
  const { now } = start;
  return {
    originJti: createRowId(now),
    poolId: client.pool.id,
    clientId: client.id,
    accountId: account.id,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + client.settings.refreshTokenValidityMinutes * MINUTE_MS),
    scope: USER_SCOPE,
    nonce: null,
    isHosted: false,
    deviceKey: start.deviceKey ?? null,
    lastActiveAt: now,
    address: start.address ?? null,
    userAgent: isRelayed(client) ? null : (start.userAgent ?? null),
  };
}

/** Signs an access token and, except without `openid`, an ID token. Neither is valid longer than the family. */
export async function issueTokens(
  deps: Pick<Deps, 'db' | 'signingKeys' | 'clock' | 'baseUrl'>,
  grant: {
    readonly client: Client;
    readonly account: Account;
    readonly family: Omit<TokenFamily, 'revokedAt'>;
    readonly groups?: readonly ClaimedGroup[];
  },
): Promise<AuthenticationResult> {
  const { client, account, family } = grant;
  const groups = grant.groups ?? (await listGroupsOf(deps.db, account.id, { limit: GROUPS_PER_USER_MAX }));
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1000);
  const familyEnd = Math.floor(family.expiresAt.getTime() / 1000);
  const accessEnd = Math.min(issuedAt + client.settings.accessTokenValidityMinutes * 60, familyEnd);
  const idEnd = Math.min(issuedAt + client.settings.idTokenValidityMinutes * 60, familyEnd);
  const shared = {
    sub: account.id,
    iss: issuerOf(deps.baseUrl, client.pool.id),
    origin_jti: family.originJti,
    event_id: randomUUID(),
    auth_time: Math.floor(family.authenticatedAt.getTime() / 1000),
    iat: issuedAt,
  };
  const sign = async (usage: 'id' | 'access', claims: Record<string, unknown>) => {
    const key = await deps.signingKeys.get(client.pool.id, usage);
    return await signToken(key, { ...claims, ...shared, token_use: usage, jti: randomUUID() });
  };
  const access = sign('access', {
    client_id: client.id,
    scope: family.scope,
    username: account.username,
    ...groupClaims(groups),
    exp: accessEnd,
    ...(family.deviceKey === null ? {} : { device_key: family.deviceKey }),
    ...(family.isHosted ? { version: 2 } : {}),
  });
  const signId = async (extra: Record<string, unknown>) =>
    await sign('id', {
      ...claimsOfScope({ client, account, scope: family.isHosted ? family.scope : undefined }),
      ...groupClaims(groups),
      ...roleClaims(groups),
      ...extra,
      aud: client.id,
      'cognito:username': account.username,
      exp: idEnd,
    });
  const ends = { ExpiresIn: accessEnd - issuedAt, TokenType: 'Bearer' as const };
  if (!family.isHosted) {
    const [AccessToken, IdToken] = await Promise.all([access, signId({})]);
    return { AccessToken, IdToken, ...ends };
  }
  const AccessToken = await access;
  if (!family.scope.split(' ').includes('openid')) return { AccessToken, ...ends };
  const nonce = family.nonce === null ? {} : { nonce: family.nonce };
  return { AccessToken, IdToken: await signId({ at_hash: halfHash(AccessToken), ...nonce }), ...ends };
}

/** `at_hash` of RS256 (OpenID Connect Core §3.1.3.6). */
function halfHash(token: string): string {
  return createHash('sha256').update(token, 'ascii').digest().subarray(0, 16).toString('base64url');
}
