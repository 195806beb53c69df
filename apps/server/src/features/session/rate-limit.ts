import { isIPv6 } from 'node:net';
import { type Clock, MINUTE_MS } from '@coffer/kit';

export interface RateLimit {
  /** Takes one try of `key`: undefined when it is granted, else when the next one will be. */
  take(key: string): Date | undefined;
}

export interface RateLimitOptions {
  readonly clock: Clock;
  /** Tries that may follow each other at once. */
  readonly burst: number;
  /** Time that gives one try back. */
  readonly intervalMs: number;
  /** Keys remembered at most; the longest unused one goes first. */
  readonly keysMax: number;
}

/** Generic cell rate algorithm: one instant a key says how full its bucket is. Lives in the memory of this process. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { clock, burst, intervalMs, keysMax } = options;
  const nextMs = new Map<string, number>();
  return {
    take(key) {
      const nowMs = clock.now().getTime();
      const dueMs = Math.max(nextMs.get(key) ?? nowMs, nowMs);
      const grantedAtMs = dueMs - (burst - 1) * intervalMs;
      if (nowMs < grantedAtMs) return new Date(grantedAtMs);
      nextMs.delete(key);
      nextMs.set(key, dueMs + intervalMs);
      if (nextMs.size > keysMax) {
        const [oldest] = nextMs.keys();
        if (oldest !== undefined) nextMs.delete(oldest);
      }
      return undefined;
    },
  };
}

/** The limits of the doors that need no session. */
export interface DoorLimits {
  /** One start of a sign-in. */
  takeSignIn(address: string, username: string): Date | undefined;
  /** One try of the welcome code. */
  takeWelcome(address: string): Date | undefined;
}

const KEYS_MAX = 20_000;

/**
 * Limits of this server, in addition to the pool's own: the pool sees one confidential client, so that the client must not lend
 * itself to everybody. They hold for each server by itself and are forgotten with its process; the pool's lock of an account after
 * five wrong passwords is not.
 */
export function createDoorLimits(clock: Clock): DoorLimits {
  const limit = (burst: number, perMinute: number): RateLimit =>
    createRateLimit({ clock, burst, intervalMs: MINUTE_MS / perMinute, keysMax: KEYS_MAX });
  const byAddress = limit(60, 30);
  const byUsername = limit(20, 4);
  const welcomeByAddress = limit(10, 1);
  return {
    takeSignIn: (address, username) =>
      byAddress.take(networkOf(address)) ?? byUsername.take(username.normalize('NFKC').toLowerCase()),
    takeWelcome: (address) => welcomeByAddress.take(networkOf(address)),
  };
}

/** One customer has one IPv4 address, or a whole /64 of IPv6 to walk through. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? start : [...start, ...zeros(8 - start.length - end.length), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function zeros(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => '0');
}
