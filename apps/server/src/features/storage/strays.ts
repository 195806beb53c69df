import { HOUR_MS } from '@coffer/kit';
import type { Services } from '../../services.ts';
import { look } from './look.ts';
import { forgetStray, listByKeys, listDueStrays, updateStray } from './store/ledger.ts';

const BATCH = 100;

/**
 * Background job: deletes unreferenced objects after quarantine. Forgets keys that the ledger knows now, and postpones
 * changed objects. Returns the number deleted.
 */
export async function deleteDueStrays(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>,
): Promise<number> {
  const now = services.clock.now();
  let deleted = 0;
  for (const stray of await listDueStrays(services.db, now, BATCH)) {
    if ((await listByKeys(services.db, [stray.key])).size > 0) {
      await forgetStray(services.db, stray.key);
      continue;
    }
    const seen = await look(services.blobs, stray.key);
    const isSame = !('stop' in seen) && (seen.head === undefined || seen.head.etag === stray.etag);
    const removed = isSame ? await services.blobs.remove(stray.key) : undefined;
    const left = removed?.ok === true ? await look(services.blobs, stray.key) : undefined;
    if (left !== undefined && !('stop' in left) && left.head === undefined) {
      await updateStray(services.db, stray.key, { deleted_at: now });
      deleted += 1;
    } else {
      services.log.warn('stray_not_deleted', { isSame });
      await updateStray(services.db, stray.key, { delete_after: new Date(now.getTime() + HOUR_MS) });
    }
  }
  return deleted;
}
