import { HOUR_MS } from '@coffer/kit';
import type { Services } from '../../services.ts';
import { look } from './look.ts';
import { forgetOrphan, isInLedger, listDueOrphans, updateOrphan } from './store/ledger.ts';

const BATCH = 100;

/**
 * Background job: deletes orphan objects after quarantine, and returns their number. Drops keys that the ledger knows
 * now, and postpones changed objects.
 */
export async function deleteDueOrphans(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>,
): Promise<number> {
  const now = services.clock.now();
  let deleted = 0;
  for (const orphan of await listDueOrphans(services.db, now, BATCH)) {
    if (await isInLedger(services.db, orphan.key)) {
      await forgetOrphan(services.db, orphan.key);
      continue;
    }
    const seen = await look(services.blobs, orphan.key);
    const isSame = !('stop' in seen) && (seen.head === undefined || seen.head.etag === orphan.etag);
    const removed = isSame ? await services.blobs.remove(orphan.key) : undefined;
    const left = removed?.ok === true ? await look(services.blobs, orphan.key) : undefined;
    if (left !== undefined && !('stop' in left) && left.head === undefined) {
      await updateOrphan(services.db, orphan.key, { deleted_at: now });
      deleted += 1;
    } else {
      services.log.warn('orphan_not_deleted', { isSame });
      await updateOrphan(services.db, orphan.key, { delete_after: new Date(now.getTime() + HOUR_MS) });
    }
  }
  return deleted;
}
