import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { changeUse, lockSpace } from '../spaces/index.ts';
import { isOpen, type UploadRow } from './model.ts';
import { exchangeProviderUpload, findUpload, lockUpload, updateBlob, updateUpload } from './store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

/** How an upload ends without a file. */
export type End = 'aborted' | 'expired' | 'failed';

/**
 * Ends an open upload without a file: its room is free again at once, then the store is told to forget the parts. Returns the
 * upload as it is afterwards; one that had ended before is left as it was. Undefined when there is none.
 */
export async function endUpload(services: Needs, id: string, end: End): Promise<UploadRow | undefined> {
  const found = await findUpload(services.db, id);
  if (found === undefined) return undefined;
  const ended = await inTransaction(
    services.db,
    async (tx) => await endInTransaction(tx, { upload: found, end, now: services.clock.now() }),
  );
  if (ended !== undefined) await forgetAtProvider(services, ended);
  return ended;
}

/** The same inside a transaction of the caller, who tells the store afterwards. */
export async function endInTransaction(
  tx: Tx,
  input: { readonly upload: UploadRow; readonly end: End; readonly now: Date },
): Promise<UploadRow | undefined> {
  const { end, now } = input;
  await lockSpace(tx, input.upload.space_id);
  const upload = await lockUpload(tx, input.upload.id);
  if (upload === undefined || !isOpen(upload.state)) return upload;
  await updateUpload(tx, upload.id, { state: end, reserved_bytes: 0, updated_at: now });
  await changeUse(tx, {
    spaceId: upload.space_id,
    usedBytes: 0,
    reservedBytes: -upload.reserved_bytes,
    now,
  });
  // Only an upload that never had a URL cannot have brought anything: every other object is looked for before it is forgotten.
  const state = upload.state === 'reserved' ? 'deleted' : 'quarantined';
  await updateBlob(tx, upload.blob_id, { state, updated_at: now });
  return { ...upload, state: end, reserved_bytes: 0 };
}

/** Lets the store forget the parts of an upload that ended. What fails now is tried again by {@link expireUploads}. */
export async function forgetAtProvider(services: Needs, upload: UploadRow): Promise<boolean> {
  const providerUploadId = upload.provider_upload_id;
  if (providerUploadId === null || upload.state === 'committed') return true;
  const forgotten = await services.blobs.abortMultipart({ key: upload.key, providerUploadId });
  if (!forgotten.ok) {
    services.log.warn('provider_upload_left', { uploadId: upload.id, code: forgotten.error.code });
    return false;
  }
  const exchange = { from: providerUploadId, to: null, now: services.clock.now() };
  await exchangeProviderUpload(services.db, upload.id, exchange);
  return true;
}
