import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/index.ts';
import { listExpiredArchives, markEmptied, trashRootChildren } from '../store/archive.ts';
import { lockSpace } from '../store/spaces.ts';
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
        if ((await lockSpace(tx, spaceId))?.is_on_hold !== false) return true;
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
