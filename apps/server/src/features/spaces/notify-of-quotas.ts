import { SpaceId } from '@coffer/contracts';
import { changedNothing, inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { notify } from '../notifications/index.ts';
import { resetQuotaNotices, listCrossings, listManagers, markNotified } from './store/quotas.ts';

/**
 * Background job: notifies owners and managers each time a space crosses 80 or 95 % of its quota. Returns the number of
 * notifications.
 */
export async function notifyOfQuotas({
  clock,
  db,
  newId,
}: Pick<Services, 'clock' | 'db' | 'newId'>): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const resets = await resetQuotaNotices(tx);
    const crossings = await listCrossings(tx);
    if (resets + crossings.length === 0) changedNothing(tx);
    for (const { id, name, kind, owner_id: ownerId, level } of crossings) {
      await markNotified(tx, { id, level });
      const managers = await listManagers(tx, id);
      await notify(tx, {
        personIds: managers.length === 0 ? [ownerId] : managers,
        actorId: null,
        topic: `quota:${id}`,
        subject: {
          kind: 'quota',
          spaceId: SpaceId.parse(id),
          name,
          percent: level,
          isPersonal: kind === 'personal',
        },
        at: clock.now(),
        newId,
      });
    }
    return crossings.length;
  });
}
