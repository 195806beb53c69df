import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/index.ts';
import { lockAdministered } from '../store/administered.ts';
import { listExpiredArchives, markEmptied, trashRootChildren } from '../store/archive.ts';
import { expiry } from './archive-space.ts';

const SPACES_MAX = 100;
const NODES_PER_STEP = 1_000;
/** The maximum number of steps in one run. The next run continues. */
const STEPS_MAX = 10_000;

/**
 * Background job: moves the files of expired archives to the trash, from which they are deleted in small steps. Resumes
 * after a crash and may run concurrently; returns the number of emptied spaces.
 */
export async function emptyArchivedSpaces(services: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const { clock, db } = services;
  const archives = await listExpiredArchives(db, { until: expiry(clock.now()), limit: SPACES_MAX });
  for (const { id: spaceId, root_id: rootId, archived_at: archivedAt } of archives) {
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const isEmpty = await inSpaceTransaction(db, spaceId, async (tx) => {
        const space = await lockAdministered(tx, spaceId);
        // Somebody may have put it on hold, or restored it meanwhile.
        const isExpired = space?.archived_at?.getTime() === archivedAt.getTime() && space.emptied_at === null;
        if (!isExpired || space.hold_reason !== null) return true;
        // Uses the time of archiving as the time of trashing, so that the next purge deletes the items.
        const trashed = await trashRootChildren(tx, {
          spaceId,
          rootId,
          at: archivedAt,
          limit: NODES_PER_STEP,
        });
        if (trashed === NODES_PER_STEP) return false;
        const now = clock.now();
        await markEmptied(tx, { spaceId, now });
        recordAudit(tx, { action: 'space_emptied', at: now, subject: { kind: 'space', id: spaceId } });
        return true;
      });
      if (isEmpty) break;
    }
  }
  return archives.length;
}
