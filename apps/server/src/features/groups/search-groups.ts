import { type FoundGroups, GroupId, type PeopleQuery, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { seconds } from '../session/index.ts';
import { SEARCH_BURST, SEARCH_INTERVAL_MS } from './model.ts';
import { searchGroupRows } from './store/groups.ts';

/** Finds groups to share with or to add to a space, under the same rules as people. */
export function createGroupSearch(
  services: Pick<Services, 'clock' | 'config' | 'db'>,
): (actor: Person, query: PeopleQuery) => Outcome<FoundGroups, Failure> {
  const { clock, config, db } = services;
  const limit = createRateLimit({ clock, burst: SEARCH_BURST, intervalMs: SEARCH_INTERVAL_MS });
  // With open sign-up, strangers must not learn the groups.
  const isExact = config.pool.kind === 'cognito' && config.signInMethods.includes('sign-up');
  return async (actor, { text }) => {
    const waitMs = limit.take(actor.id);
    if (waitMs > 0) return err({ code: 'rate_limited', facts: { retry_after: seconds(waitMs) } });
    const rows = await searchGroupRows(db, {
      text: text.toLowerCase(),
      isExact,
      limit: SERVER_LIMITS.peopleFoundMax,
    });
    return ok({ items: rows.map(({ id, name, people }) => ({ id: GroupId.parse(id), name, people })) });
  };
}
