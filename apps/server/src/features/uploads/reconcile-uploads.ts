import type { Services } from '../../services.ts';
import { settleUploads } from './settle-uploads.ts';
import { findUploads, listUnsettledIds } from './store.ts';

const BATCH = 100;

/**
 * Background work at the start of the server: brings uploads to their end that somebody began to complete before the server
 * died. What the store holds decides; what cannot be settled now stays open for its sender. Safe to run anywhere and twice.
 * Returns how many became files.
 */
export async function reconcileUploads(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>,
): Promise<number> {
  let committed = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await listUnsettledIds(services.db, after, BATCH);
    const uploads = await findUploads(services.db, ids);
    for (const [id, settled] of await settleUploads(services, [...uploads.values()])) {
      if (settled.ok) committed += 1;
      else services.log.info('upload_left_open', { uploadId: id, code: settled.error.code });
    }
    after = ids.at(-1);
    // Ids grow from batch to batch, so this ends with the last upload that was open when it began.
    if (after === undefined || ids.length < BATCH) return committed;
  }
}
