import { isIP, isIPv4 } from 'node:net';
import type { Deps } from '../deps.ts';
import { clearFailures, countFailure, type LockoutRule } from '../store/lockouts.ts';

/**
 * The fifth failure locks for 1 s, and each further one doubles the lock, up to 15 min. The count resets 15 minutes
 * after a lock.
 */
export const ACCOUNT_RULE: LockoutRule = { freeFailures: 5, lockSecondsMax: 900, forgetSeconds: 900 };
/** An IP address can be a whole office, so it gets more attempts, and a success does not reset its count. */
export const ADDRESS_RULE: LockoutRule = { freeFailures: 50, lockSecondsMax: 900, forgetSeconds: 900 };

export interface Attempt {
  /** Counted separately, so that a known password gives no extra code attempts. */
  readonly kind: 'password' | 'code';
  readonly poolId: string;
  readonly subject: string;
  readonly address: string | undefined;
  readonly hasSucceeded: boolean;
}

/**
 * Returns false if the subject or address is locked, in which case right and wrong attempts must get the same response.
 * A row lock serializes parallel attempts.
 */
export async function recordAttemptOutcome(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  attempt: Attempt,
): Promise<boolean> {
  const now = deps.clock.now();
  const { account, address } = lockSubjects(deps, attempt);
  if (attempt.hasSucceeded) {
    const subjects = address === undefined ? [account] : [account, address];
    return await clearFailures(deps.db, subjects, { now, forgiven: account });
  }
  const isCounted = await countFailure(deps.db, account, { now, rule: ACCOUNT_RULE });
  const isAddressCounted =
    address === undefined || (await countFailure(deps.db, address, { now, rule: ADDRESS_RULE }));
  return isCounted && isAddressCounted;
}

export function lockSubjects(
  deps: Pick<Deps, 'vault'>,
  attempt: Omit<Attempt, 'hasSucceeded'>,
): { readonly account: string; readonly address: string | undefined } {
  const network = attempt.address === undefined ? undefined : networkOf(attempt.address);
  return {
    account: `${attempt.kind}:${attempt.poolId}:${attempt.subject}`,
    address:
      network === undefined
        ? undefined
        : `address:${deps.vault.mac('address', network).toString('base64url')}`,
  };
}

/**
 * The IPv4 address, or the /64 of an IPv6 address. Undefined for loopback, where a proxy on this machine would
 * otherwise lock out everyone.
 */
export function networkOf(address: string): string | undefined {
  const plain = address.split('%')[0] ?? '';
  if (!isIP(plain)) return undefined;
  const groups = isIPv4(plain) ? undefined : ipv6Groups(plain);
  if (groups !== undefined && !isMappedIpv4(groups)) {
    const isLoopback = groups.every((group, index) => group === (index === 7 ? 1 : 0));
    return isLoopback
      ? undefined
      : groups
          .slice(0, 4)
          .map((group) => group.toString(16))
          .join(':');
  }
  const ipv4 = groups === undefined ? plain : ipv4Of(groups);
  return ipv4.startsWith('127.') ? undefined : ipv4;
}

/** `::ffff:0:0/96` (RFC 4291, 2.5.5.2). */
function isMappedIpv4(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function ipv4Of(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

function ipv6Groups(address: string): readonly number[] {
  // The URL parser writes an embedded IPv4 address as groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
