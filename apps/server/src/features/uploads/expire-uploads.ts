import type { Services } from '../../services.ts';
import { endUpload, forgetAtProvider } from './end-upload.ts';
import { listOverdueIds, listUncleaned, touchUpload } from './store.ts';

const BATCH = 100;
const BATCHES_MAX = 100;

/**
 * Background work: ends uploads whose time is over, and lets the store forget the parts of uploads that ended while it could
 * not be reached. Safe to run anywhere and twice; returns how many uploads it ended.
 */
export async function expireUploads(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>,
): Promise<number> {
  let ended = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const ids = await listOverdueIds(services.db, services.clock.now(), BATCH);
    for (const id of ids) await endUpload(services, id, 'expired');
    ended += ids.length;
    if (ids.length < BATCH) break;
  }
  for (const upload of await listUncleaned(services.db, BATCH)) {
    const isForgotten = await forgetAtProvider(services, upload);
    if (!isForgotten) await touchUpload(services.db, upload.id, services.clock.now());
  }
  return ended;
}
