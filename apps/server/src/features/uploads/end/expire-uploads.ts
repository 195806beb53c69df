import type { Services } from '../../../services.ts';
import { type End, endUpload, forgetAtProvider } from './end-upload.ts';
import { listOverdueIds, listStrandedIds, listUncleaned, touchUpload } from '../store.ts';

const BATCH = 100;
const BATCHES_MAX = 100;

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

/**
 * Background job: ends expired uploads and those that can no longer be committed, and retries aborts. Idempotent;
 * returns the number of ended uploads.
 */
export async function expireUploads(services: Needs): Promise<number> {
  const { db, clock } = services;
  const overdue = await endAll(services, 'expired', () => listOverdueIds(db, clock.now(), BATCH));
  const stranded = await endAll(services, 'aborted', () =>
    listStrandedIds(db, { now: clock.now(), limit: BATCH }),
  );
  for (const upload of await listUncleaned(db, BATCH)) {
    const isForgotten = await forgetAtProvider(services, upload);
    if (!isForgotten) await touchUpload(db, upload.id, clock.now());
  }
  return overdue + stranded;
}

async function endAll(services: Needs, end: End, list: () => Promise<readonly string[]>): Promise<number> {
  let ended = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const ids = await list();
    for (const id of ids) await endUpload(services, id, end);
    ended += ids.length;
    if (ids.length < BATCH) break;
  }
  return ended;
}
