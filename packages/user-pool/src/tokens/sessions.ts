import { epochSeconds } from '../accounts/present.ts';
import { isConfidential } from '../accounts/clients.ts';
import { lockAccount } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Client } from '../store/pools.ts';
import { evictFamilies, type TokenFamily } from '../store/tokens.ts';
import { describeUserAgent } from './user-agent.ts';

const PREFIX = 'tkn';
const DIGITS = 25;
const BASE = 36n;

/** `SessionId`: the `origin_jti` in base 36 with a prefix. */
export function sessionIdOf(originJti: string): string {
  return (
    PREFIX +
    BigInt(`0x${originJti.replaceAll('-', '')}`)
      .toString(36)
      .padStart(DIGITS, '0')
  );
}

export function originJtiOf(sessionId: string): string | undefined {
  if (!/^tkn[0-9a-z]{25}$/.test(sessionId)) return undefined;
  let value = 0n;
  for (const digit of sessionId.slice(PREFIX.length))
    value = value * BASE + BigInt(Number.parseInt(digit, 36));
  const hex = value.toString(16).padStart(32, '0');
  return hex.length > 32
    ? undefined
    : [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function presentSession(family: TokenFamily, current: string | undefined): object {
  return {
    SessionId: sessionIdOf(family.originJti),
    SessionType: 'TOKEN',
    ClientId: family.clientId,
    CreateDate: epochSeconds(family.authenticatedAt),
    LastActiveDate: epochSeconds(family.lastActiveAt),
    DeviceType: describeUserAgent(family.userAgent),
    ...(family.address === null ? {} : { LastIPAddress: family.address }),
    IsCurrentSession: family.originJti === current,
  };
}

/** Concurrent sign-ins do not see each other's sessions. */
const AT_ONCE_MAX = 50;

export function mayHaveTooMany(client: Client, others: number): boolean {
  const { isTracked, perUserMax } = client.pool.settings.sessions;
  return isTracked && others + AT_ONCE_MAX >= perUserMax;
}

/** Locks the account, so that concurrent sign-ins do not end each other. */
export async function evictSessions(
  tx: Tx,
  client: Client,
  newest: { readonly originJti: string; readonly accountId: string; readonly now: Date },
): Promise<void> {
  const { isTracked, perUserMax } = client.pool.settings.sessions;
  if (!isTracked) return;
  await lockAccount(tx, client.pool.id, newest.accountId);
  await evictFamilies(tx, newest.accountId, {
    newest: newest.originJti,
    keep: perUserMax - 1,
    now: newest.now,
  });
}

/** Whether a proxy sends the request, whose IP address and User-Agent do not describe the user. */
export function isRelayed(client: Client): boolean {
  return client.settings.propagateUserContext && isConfidential(client);
}
