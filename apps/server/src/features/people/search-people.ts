import { type FoundPeople, type PeopleQuery, type Person, SERVER_LIMITS, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { seconds } from '../session/index.ts';
import { displayName, SEARCH_BURST, SEARCH_INTERVAL_MS } from './model.ts';
import { searchPersonRows } from './store/people.ts';

/** Finds active people, to add them to a space. A rate limit restricts how fast one account can list all others. */
export function createPeopleSearch(
  services: Pick<Services, 'clock' | 'config' | 'db'>,
): (actor: Person, query: PeopleQuery) => Outcome<FoundPeople, Failure> {
  const { clock, config, db } = services;
  const limit = createRateLimit({ clock, burst: SEARCH_BURST, intervalMs: SEARCH_INTERVAL_MS });
  // With open sign-up, strangers must not learn names and addresses.
  const isExact = config.pool.kind === 'cognito' && config.signInMethods.includes('sign-up');
  return async (actor, { text }) => {
    const waitMs = limit.take(actor.id);
    if (waitMs > 0) return err({ code: 'rate_limited', facts: { retry_after: seconds(waitMs) } });
    const rows = await searchPersonRows(db, {
      text: text.toLowerCase(),
      isExact,
      exceptId: actor.id,
      limit: SERVER_LIMITS.peopleFoundMax,
    });
    return ok({
      items: rows.map((row) => ({
        id: UserId.parse(row.id),
        name: displayName(row),
        picture: row.picture_id ?? undefined,
        email: row.email,
      })),
    });
  };
}
