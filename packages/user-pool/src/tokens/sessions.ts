import { epochSeconds } from '../accounts/present.ts';
import { isConfidential } from '../accounts/clients.ts';
import { lockAccount } from '../store/accounts.ts';
import type { Tx } from '../store/database.ts';
import type { Client } from '../store/pools.ts';
import { evictFamilies, type TokenFamily } from '../store/tokens.ts';
import { describeUserAgent } from './user-agent.ts';

const PREFIX = 'tkn';
const DIGITS = 25;
const BASE = 36n;

/** `SessionId`: 28 small letters and digits. It is the `origin_jti` in other figures, so that both name one session. */
export function sessionIdOf(originJti: string): string {
  return (
    PREFIX +
    BigInt(`0x${originJti.replaceAll('-', '')}`)
      .toString(36)
      .padStart(DIGITS, '0')
  );
}

/** The `origin_jti` of a SessionId, or undefined for anything else. */
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

/** `SessionDescriptionType`. Nobody is asked where an address is, so that there is no LastLocation. */
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

/** More sign-ins of one user than ever run at the same time, none of which sees the others. */
const AT_ONCE_MAX = 50;

/** Whether a user who had so many sessions when one more began may have too many now. */
export function mayHaveTooMany(client: Client, others: number): boolean {
  const { isTracked, perUserMax } = client.pool.settings.sessions;
  return isTracked && others + AT_ONCE_MAX >= perUserMax;
}

/**
 * After a sign-in: of more sessions than the pool lets a user have, those end that were not used for longest. The
 * account is held, so that sign-ins at the same moment do not end each other.
 */
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

/** Whether requests of a client come from a relay, whose own address and User-Agent say nothing of the user. */
export function isRelayed(client: Client): boolean {
  return client.settings.propagateUserContext && isConfidential(client);
}
