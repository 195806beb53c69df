import { type Clock, MINUTE_MS } from '@coffer/kit';
import { networkOf } from '../../http/client-address.ts';
import { createRateLimit, type RateLimit } from '../../http/rate-limit.ts';

/** The limits of the doors that need no session. Each answers 0, or how many milliseconds to wait. */
export interface DoorLimits {
  /** One start of a sign-in. */
  takeSignIn(address: string, username: string): number;
  /** One try of the welcome code. */
  takeWelcome(address: string): number;
}

/**
 * Limits of this server, in addition to the pool's own: the pool sees one confidential client, so that the client must not lend
 * itself to everybody. They hold for each server by itself and are forgotten with its process; the pool's lock of an account after
 * five wrong passwords is not.
 */
export function createDoorLimits(clock: Clock): DoorLimits {
  const limit = (burst: number, perMinute: number): RateLimit =>
    createRateLimit({ clock, burst, intervalMs: MINUTE_MS / perMinute });
  const byAddress = limit(60, 30);
  const byUsername = limit(20, 4);
  const welcomeByAddress = limit(10, 1);
  return {
    takeSignIn: (address, username) =>
      byAddress.take(networkOf(address)) || byUsername.take(username.normalize('NFKC').toLowerCase()),
    takeWelcome: (address) => welcomeByAddress.take(networkOf(address)),
  };
}
