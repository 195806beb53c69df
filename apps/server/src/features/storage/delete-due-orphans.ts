import { HOUR_MS } from '@coffer/kit';
import type { Services } from '../../services.ts';
import { look } from './look.ts';
import { forgetOrphan, isInLedger, listDueOrphans, updateOrphan } from './store/ledger.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

const BATCH = 100;

/**
 * Background job: deletes orphan objects after quarantine, and returns their number. Drops keys that the ledger knows
 * now, and postpones changed objects.
 */
export async function deleteDueOrphans(services: Needs): Promise<number> {
  const now = services.clock.now();
  for (let total = 0; ; ) {
    const due = await listDueOrphans(services.db, now, BATCH);
    const deleted = await deleteAll(services, due, now);
    total += deleted;
    // Without any success the store may be failing.
    if (due.length < BATCH || deleted === 0) return total;
  }
}

async function deleteAll(
  services: Needs,
  orphans: Awaited<ReturnType<typeof listDueOrphans>>,
  now: Date,
): Promise<number> {
  let deleted = 0;
  for (const orphan of orphans) {
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
