import { type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { seconds } from '../session/index.ts';

type OfAddresses = (actor: Person, addresses: number) => Result<undefined, Failure>;

/** Counts addresses, whether or not they have accounts. */
export interface Turns {
  /** Of all addresses, or of none. */
  readonly take: OfAddresses;
  /** Whether they could be taken now. */
  readonly look: OfAddresses;
}

/** Administrators invite as many as they like, as on their own page. */
export function createTurns({ clock }: Pick<Services, 'clock'>): Turns {
  const burst = SERVER_LIMITS.invitationsPerDayMax;
  const limit = createRateLimit({ clock, burst, intervalMs: DAY_MS / burst });
  const ask =
    (waitOf: (key: string, count: number) => number): OfAddresses =>
    (actor, addresses) => {
      if (actor.role === 'administrator' || addresses === 0) return ok(undefined);
      if (addresses > burst) return err({ code: 'limit_reached', facts: { limit: burst } });
      const waitMs = waitOf(actor.id, addresses);
      return waitMs > 0
        ? err({ code: 'rate_limited', facts: { retry_after: seconds(waitMs) } })
        : ok(undefined);
    };
  return {
    take: ask((key, count) => limit.take(key, count)),
    look: ask((key, count) => limit.waitFor(key, count)),
  };
}
