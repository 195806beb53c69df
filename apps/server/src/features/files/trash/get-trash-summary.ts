import type { Person, SpaceId, TrashSummary } from '@coffer/contracts';
import { DAY_MS, err, HOUR_MS, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inSnapshot } from '../../../platform/db/transaction.ts';
import { readSpaceRetention } from '../../../platform/db/space-retention.ts';
import type { Services } from '../../../services.ts';
import { roleIn } from '../../spaces/index.ts';
import type { FilesFailure } from '../model.ts';
import { onlyMadeBy } from '../policy.ts';
import { countPurging } from '../store/purge.ts';
import { countTrash, sumTrash } from '../store/trash.ts';

/** Totals of the trash. A separate call, because it reads all descendants, which is too slow for a page of the list. */
export async function getTrashSummary(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  actor: Person,
  spaceId: SpaceId,
): Outcome<TrashSummary, FilesFailure> {
  const role = await roleIn(services.db, spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const trash = { spaceId, madeBy: onlyMadeBy(role, actor) };
  const asOf = services.clock.now().toISOString();
  const sums = await inSnapshot(services.db, async (db) => ({
    items: await countTrash(db, trash),
    sizeBytes: await sumTrash(db, trash),
    deleting: await countPurging(db, spaceId),
  }));
  const { purgedHours } = await services.settings.read(services.db);
  const { chosen } = await readSpaceRetention(services.db, services, spaceId);
  return ok({ ...sums, asOf, keptMs: chosen.trashDays * DAY_MS, storeKeepsMs: purgedHours * HOUR_MS });
}
