import type { Services } from '../../../services.ts';
import { finalizeUploads } from './finalize-uploads.ts';
import { findUploads, listUnsettledIds } from '../store.ts';

const BATCH = 100;

/**
 * Job at server start: finishes completions that a crash interrupted. Uploads without a result stay open; idempotent,
 * returns the number of new files.
 */
export async function reconcileUploads(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>,
): Promise<number> {
  let committed = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await listUnsettledIds(services.db, after, BATCH);
    const uploads = await findUploads(services.db, ids);
    for (const [id, settled] of await finalizeUploads(services, [...uploads.values()])) {
      if (settled.ok) committed += 1;
      else services.log.info('upload_left_open', { uploadId: id, code: settled.error.code });
    }
    after = ids.at(-1);
    // This ends, because each batch has higher ids.
    if (after === undefined || ids.length < BATCH) return committed;
  }
}
