import { SERVER_LIMITS } from '@coffer/contracts';
import { changedNothing, inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { ENDED_LINK_LIFE_MS } from './model.ts';
import { endDownloads } from './store/downloads.ts';
import { deleteOldLinks } from './store/links.ts';

/** Deletes old visits and links that ended long ago, and returns their number. */
export async function sweepLinks({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const now = clock.now().getTime();
  const before = {
    links: new Date(now - ENDED_LINK_LIFE_MS),
    visits: new Date(now - SERVER_LIMITS.linkVisitLifeMs),
  };
  return await inTransaction(db, async (tx) => await deleteOldLinks(tx, before));
}

/**
 * Ends overdue downloads, and returns those that never began to the limit of their link. Returns the number of ended
 * downloads.
 */
export async function endCountedDownloads({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const now = clock.now();
  return await inTransaction(db, async (tx) => {
    const ended = await endDownloads(tx, { linkId: undefined, now });
    if (ended === 0) changedNothing(tx);
    return ended;
  });
}
