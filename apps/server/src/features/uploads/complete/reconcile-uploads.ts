import type { Services } from '../../../services.ts';
import type { FoldersAmong } from '../guests/sender.ts';
import type { UploadRow } from '../model.ts';
import { finalizeUploads } from './finalize-uploads.ts';
import { findUploads, listUnsettledIds } from '../store.ts';

const BATCH = 100;

/**
 * Job at server start: finishes completions that a crash interrupted. Uploads without a result stay open; idempotent,
 * returns the number of new files. `foldersOf` tells in which folders the guests of an edit link may add files.
 */
export async function reconcileUploads(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>,
  foldersOf: (linkId: string) => FoldersAmong,
): Promise<number> {
  let committed = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await listUnsettledIds(services.db, after, BATCH);
    const uploads = await findUploads(services.db, ids);
    for (const [linkId, group] of Map.groupBy(uploads.values(), editLinkOf)) {
      const allowed = linkId === null ? undefined : foldersOf(linkId);
      for (const [id, settled] of await finalizeUploads(services, group, allowed)) {
        if (settled.ok) committed += 1;
        else services.log.info('upload_left_open', { uploadId: id, code: settled.error.code });
      }
    }
    after = ids.at(-1);
    // This ends, because each batch has higher ids.
    if (after === undefined || ids.length < BATCH) return committed;
  }
}

/** The edit link to a folder through which a guest sent the upload, or null. Only these have a label. */
function editLinkOf(upload: UploadRow): string | null {
  return upload.link_label === null || upload.replaces_id !== null ? null : upload.request_id;
}
