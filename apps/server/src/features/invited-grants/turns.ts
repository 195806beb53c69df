import { LIMITS, type Person } from '@coffer/contracts';
import { DAY_MS, err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { seconds } from '../session/index.ts';

/** Counts addresses, whether or not they have accounts. */
export type TakeTurns = (actor: Person, addresses: number) => Result<undefined, Failure>;

/** Administrators invite as many as they like, as on their own page. */
export function createTurns({ clock }: Pick<Services, 'clock'>): TakeTurns {
  const burst = LIMITS.invitationsPerDayMax;
  const limit = createRateLimit({ clock, burst, intervalMs: DAY_MS / burst });
  return (actor, addresses) => {
    if (actor.role === 'administrator') return ok(undefined);
    for (let taken = 0; taken < addresses; taken += 1) {
      const waitMs = limit.take(actor.id);
      if (waitMs > 0) return err({ code: 'rate_limited', facts: { retry_after: seconds(waitMs) } });
    }
    return ok(undefined);
  };
}
