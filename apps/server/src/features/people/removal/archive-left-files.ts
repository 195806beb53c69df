import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { archiveLeftSpace, isPersonalSpaceOnHold } from '../../spaces/index.ts';
import { filesOf } from '../model.ts';
import { keepFilesUntil, listPeopleWithExpiredFiles, lockPersonRow } from '../store/people.ts';

const PEOPLE_MAX = 100;

/**
 * Background job: archives the files of removed people after their period, in one transaction each. May run
 * concurrently; returns the number of people.
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
      if (await isPersonalSpaceOnHold(tx, userId)) return;
      // If the space was handed over in the meantime, it is no longer personal and stays as it is.
      await archiveLeftSpace(tx, { ownerId: userId, name: filesOf(person), actorId: null, now, newId });
      await keepFilesUntil(tx, { userId, until: null });
      log.info('left_files_archived', { userId });
    });
  }
  return ids.length;
}
