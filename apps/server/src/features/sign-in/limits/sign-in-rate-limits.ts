import { type Clock, MINUTE_MS } from '@coffer/kit';
import { networkOf } from '../../../platform/network/client-address.ts';
import { createRateLimit, type RateLimit } from '../../../platform/rate-limit.ts';
import { normalizeName } from './known-device.ts';

export interface Visit {
  readonly address: string;
  /** The name as typed. */
  readonly username: string;
  /** The id of a device on which this name has signed in before. */
  readonly deviceId: string | undefined;
}

/** Rate limits. Each function returns the time to wait in milliseconds, or 0. */
export interface SignInRateLimits {
  /** Counts the start of a sign-in, sign-up or password reset. */
  takeStart(visit: Visit): number;
  takeRedirect(address: string): number;
  takeWelcome(address: string): number;
}

/**
 * [Note: Limits by name and network] A limit by name alone would let anyone lock the owner out. So names have a strict
 * limit per network and a looser one overall, and known devices count separately. Limits are per process.
 */
export function createSignInRateLimits(clock: Clock): SignInRateLimits {
  const limit = (burst: number, perMinute: number): RateLimit =>
    createRateLimit({ clock, burst, intervalMs: MINUTE_MS / perMinute });
  const byNetwork = limit(60, 30);
  const byNameAndNetwork = limit(20, 4);
  const byName = limit(200, 40);
  const byNameAndDevice = limit(20, 4);
  const welcomeByNetwork = limit(10, 1);
  return {
    takeStart({ address, username, deviceId }) {
      const name = normalizeName(username);
      if (deviceId !== undefined) return byNameAndDevice.take(`${deviceId} ${name}`);
      const network = networkOf(address);
      // The limit of the name is last, so that a network that exceeds its own cannot use it up.
      return byNetwork.take(network) || byNameAndNetwork.take(`${network} ${name}`) || byName.take(name);
    },
    takeRedirect: (address) => byNetwork.take(networkOf(address)),
    takeWelcome: (address) => welcomeByNetwork.take(networkOf(address)),
  };
}
