import { isIP } from 'node:net';
import type { Deps } from '../deps.ts';
import { clearFailures, countFailure, type LockoutRule } from '../store/lockouts.ts';

/** After 5 failures 1 s, then doubling up to 15 min; 15 quiet minutes after a lock begin anew. */
export const ACCOUNT_RULE: LockoutRule = { freeFailures: 5, lockSecondsMax: 900, forgetSeconds: 900 };
/** An address may be a whole office, so it has more tries; a success does not begin it anew. */
export const ADDRESS_RULE: LockoutRule = { freeFailures: 50, lockSecondsMax: 900, forgetSeconds: 900 };

export interface Attempt {
  /** Passwords and codes are counted apart, so that a known password does not give free codes. */
  readonly kind: 'password' | 'code';
  readonly poolId: string;
  /** `sub`, or the one made up for an unknown name. */
  readonly subject: string;
  readonly address: string | undefined;
  readonly hasSucceeded: boolean;
}

/**
 * Counts an attempt after its check and before its outcome is told. True: the outcome stands. False: the subject or
 * the address was locked, and the caller must answer the same whether the attempt was right or wrong. Attempts that
 * run side by side are settled one after another by the row lock, so none of them gets a free try.
 */
export async function settleAttempt(
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

/** What the tries of an attempt are counted under. */
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
 * What counts as one source: an IPv4 address, or the /64 of an IPv6 address. Undefined for this machine itself: a
 * relay that does not say for whom it asks would otherwise lock out everybody.
 */
export function networkOf(address: string): string | undefined {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  switch (isIP(plain)) {
    case 4:
      return plain.startsWith('127.') ? undefined : plain;
    case 6:
      return plain === '::1' ? undefined : expandIpv6(plain).slice(0, 4).join(':');
    default:
      return undefined;
  }
}

function expandIpv6(address: string): readonly string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
