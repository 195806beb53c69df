import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@coffer/kit';
import { SignJWT } from 'jose';
import { createHandle, createRowId, hashHandle } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';
import type { TokenFamily } from '../store/tokens.ts';

/** The only scope of tokens that come of InitiateAuth: the user's own operations. */
export const USER_SCOPE = 'aws.cognito.signin.user.admin';
const REFRESH_TOKEN_SIZE_BYTES = 96;
const BOOLEAN_ATTRIBUTES = new Set(['email_verified', 'phone_number_verified']);

/** `AuthenticationResult` on the wire. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken?: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
}

export function createRefreshToken(): { readonly token: string; readonly hash: Buffer } {
  const token = createHandle(REFRESH_TOKEN_SIZE_BYTES);
  return { token, hash: hashHandle(token) };
}

export function issuerOf(baseUrl: string, poolId: string): string {
  return `${baseUrl}/${poolId}`;
}

/** A family that begins now and has not been written yet. */
export function createFamily(client: Client, account: Account, now: Date): Omit<TokenFamily, 'revokedAt'> {
  return {
    originJti: createRowId(now),
    poolId: client.pool.id,
    clientId: client.id,
    accountId: account.id,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + client.settings.refreshTokenValidityMinutes * MINUTE_MS),
  };
}

/** Signs an access token and an ID token of a family. They end with the family at the latest. */
export async function issueTokens(
  deps: Pick<Deps, 'signingKeys' | 'clock' | 'baseUrl'>,
  grant: {
    readonly client: Client;
    readonly account: Account;
    readonly family: Pick<TokenFamily, 'originJti' | 'authenticatedAt' | 'expiresAt'>;
  },
): Promise<AuthenticationResult> {
  const { client, account, family } = grant;
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
    return await new SignJWT({ ...claims, ...shared, token_use: usage, jti: randomUUID() })
      .setProtectedHeader({ kid: key.kid, alg: 'RS256' })
      .sign(key.privateKey);
  };
  const [AccessToken, IdToken] = await Promise.all([
    sign('access', {
      client_id: client.id,
      scope: USER_SCOPE,
      username: account.username,
      exp: accessEnd,
    }),
    sign('id', {
      ...attributeClaims(account),
      aud: client.id,
      'cognito:username': account.username,
      exp: idEnd,
    }),
  ]);
  return { AccessToken, IdToken, ExpiresIn: accessEnd - issuedAt, TokenType: 'Bearer' };
}

function attributeClaims(account: Account): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(account.attributes).map(([name, value]) => [
      name,
      BOOLEAN_ATTRIBUTES.has(name) ? value === 'true' : value,
    ]),
  );
}
