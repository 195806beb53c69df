import { type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { seconds } from '../session/index.ts';

type OfAddresses = (actor: Person, addresses: number) => Result<undefined, Failure>;

/** Limits how many addresses a person invites, whether or not the addresses have accounts. */
export interface Turns {
  /** Takes turns for all addresses, or for none. */
  readonly take: OfAddresses;
  /** Whether the turns could be taken now. */
  readonly look: OfAddresses;
}

/** Creates the limit, which does not apply to administrators. */
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
