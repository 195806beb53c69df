import { SpaceId, NodeId } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { changedNothing, inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { notify } from '../../notifications/index.ts';
import { listUnnotifiedHandIns, markNotified } from '../store/hand-in-notices.ts';

/** How long a guest must pause before the notification, so that many uploads cause only one. */
const SETTLED_MS = MINUTE_MS;
const AT_ONCE = 100;

/**
 * Background job: notifies the requester once the guest has finished, or has uploaded nothing for a minute. Returns the
 * number of hand-ins.
 */
export async function notifyOfHandIns({
  clock,
  db,
  newId,
}: Pick<Services, 'clock' | 'db' | 'newId'>): Promise<number> {
  const now = clock.now();
  return await inTransaction(db, async (tx) => {
    const rows = await listUnnotifiedHandIns(tx, {
      settledUntil: new Date(now.getTime() - SETTLED_MS),
      limit: AT_ONCE,
    });
    if (rows.length === 0) changedNothing(tx);
    for (const row of rows) {
      await markNotified(tx, { id: row.id, files: row.arrived_files });
      await notify(tx, {
        personIds: [row.created_by],
        actorId: null,
        topic: `hand_in:${row.id}`,
        subject: {
          kind: 'handed_in',
          spaceId: SpaceId.parse(row.space_id),
          folderId: NodeId.parse(row.folder_id),
          name: row.label,
          guest: row.guest_name === '' ? row.guest_email : row.guest_name,
          files: row.arrived_files,
        },
        at: now,
        newId,
      });
    }
    return rows.length;
  });
}
