import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { deleteBlob, lockBlob, moveBlob } from '../../ledger/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import { COMPLETION_GRACE_MS, isCompleting, isOpen, type UploadRow } from '../model.ts';
import { exchangeProviderUpload, findUpload, lockUpload, updateUpload } from '../store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

export type End = 'aborted' | 'expired' | 'failed';

/** The maximum number of aborts. An abort is repeated, because parts in transit may arrive after it. */
const ABORTS_MAX = 3;

/**
 * Ends an open upload; undefined for an unknown id. Its quota is freed at once if no URL was signed, otherwise when the
 * store confirms that the object does not exist and no presigned URL or completion can create it any more.
 */
export async function endUpload(services: Needs, id: string, end: End): Promise<UploadRow | undefined> {
  const found = await findUpload(services.db, id);
  if (found === undefined) return undefined;
  const ended = await inSpaceTransaction(
    services.db,
    found.space_id,
    async (tx) => await endInTransaction(tx, { upload: found, end, now: services.clock.now() }),
  );
  if (ended !== undefined) await forgetAtProvider(services, ended);
  return ended;
}

async function endInTransaction(
  tx: Tx,
  input: { readonly upload: UploadRow; readonly end: End; readonly now: Date },
): Promise<UploadRow | undefined> {
  const { end, now } = input;
  await lockSpace(tx, input.upload.space_id);
  const upload = await lockUpload(tx, input.upload.id);
  if (upload === undefined || !isOpen(upload.state)) return upload;
  await updateUpload(tx, upload.id, { state: end, reserved_bytes: 0, updated_at: now });
  await moveBlob(tx, { blobId: upload.blob_id, now, ...afterwards(upload, now) });
  return { ...upload, state: end, reserved_bytes: 0 };
}

/** What happens to the object next. Without a presigned URL it cannot exist, so it needs no check. */
function afterwards(
  upload: UploadRow,
  now: Date,
): { readonly to: 'deleted' } | { readonly to: 'quarantined'; readonly deleteAfter: Date } {
  if (upload.state === 'reserved') return { to: 'deleted' };
  return {
    to: 'quarantined',
    deleteAfter: new Date(now.getTime() + (isCompleting(upload) ? COMPLETION_GRACE_MS : 0)),
  };
}

/** Removes what the store has of an upload. `expireUploads` and `deleteDueBlobs` retry after failures. */
export async function forgetAtProvider(services: Needs, upload: UploadRow): Promise<boolean> {
  if (upload.state === 'committed') return true;
  if (!(await forgetParts(services, upload))) return false;
  const blob = await inTransaction(services.db, async (tx) => await lockBlob(tx, upload.blob_id));
  if (blob !== undefined) await deleteBlob(services, blob);
  return true;
}

async function forgetParts(services: Needs, upload: UploadRow): Promise<boolean> {
  const { key, provider_upload_id: providerUploadId } = upload;
  if (providerUploadId === null) return true;
  for (let aborts = 0; aborts < ABORTS_MAX; aborts += 1) {
    const aborted = await services.blobs.abortMultipart({ key, providerUploadId });
    const left = aborted.ok ? await services.blobs.listParts({ key, providerUploadId }) : aborted;
    if (!left.ok) {
      services.log.warn('provider_upload_left', { uploadId: upload.id, code: left.error.code });
      return false;
    }
    if (left.value !== undefined) continue;
    const exchange = { from: providerUploadId, to: null, now: services.clock.now() };
    await exchangeProviderUpload(services.db, upload.id, exchange);
    return true;
  }
  services.log.warn('provider_upload_left', { uploadId: upload.id, code: 'still_there' });
  return false;
}
