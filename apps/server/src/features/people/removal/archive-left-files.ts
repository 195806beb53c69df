import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { archiveLeftSpace } from '../../spaces/index.ts';
import { filesOf } from '../model.ts';
import { keepFilesUntil, listPeopleWithExpiredFiles, lockPersonRow } from '../store/people.ts';

const PEOPLE_MAX = 100;

/**
 * Background job: turns the files of removed people into archived spaces after their period. One transaction each; may
 * run concurrently. Returns the number of people.
 */
export async function archiveLeftFiles({
  clock,
  db,
  log,
  newId,
}: Pick<Services, 'clock' | 'db' | 'log' | 'newId'>): Promise<number> {
  const now = clock.now();
  const ids = await listPeopleWithExpiredFiles(db, { now, limit: PEOPLE_MAX });
  for (const userId of ids) {
    await inTransaction(db, async (tx) => {
      const person = await lockPersonRow(tx, userId);
      if (person?.status !== 'removed') return;
      // Handed over since, so it is no longer a personal space.
      await archiveLeftSpace(tx, { ownerId: userId, name: filesOf(person), actorId: null, now, newId });
      await keepFilesUntil(tx, { userId, until: null });
      log.info('left_files_archived', { userId });
    });
  }
  return ids.length;
}
