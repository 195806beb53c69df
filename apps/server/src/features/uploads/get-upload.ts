import type { UploadId, UploadStatus } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import {
  isAsDeclared,
  isOpen,
  isSinglePut,
  mayBeAssembling,
  type PartRow,
  type UploadFailure,
  type UploadRow,
} from './model.ts';
import { getOwnUpload } from './own-upload.ts';
import { presentUpload } from './present.ts';
import { exchangeProviderUpload, listDeclaredParts } from './store.ts';
import { storeFailure } from './store-failure.ts';
import type { Sender } from './guests/sender.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs'>;

/** Returns an upload and the parts that the store has as declared. An upload that ended without a file has none. */
export async function getUpload(
  services: Needs,
  actor: Sender,
  uploadId: UploadId,
): Outcome<UploadStatus, UploadFailure> {
  const found = await getOwnUpload(services, actor, uploadId);
  if (!found.ok) return found;
  const stored = await listStored(services, found.value);
  if (!stored.ok) return stored;
  return ok({
    upload: presentUpload(found.value),
    stored: stored.value.map((part) => ({
      number: part.number,
      sizeBytes: part.size_bytes,
      sha256: part.sha256,
    })),
  });
}

async function listStored(services: Needs, upload: UploadRow): Outcome<readonly PartRow[], UploadFailure> {
  const declared = await listDeclaredParts(services.db, upload.id);
  if (upload.state === 'committed') return ok(declared);
  if (!isOpen(upload.state)) return ok([]);
  if (!isSinglePut(upload) && upload.provider_upload_id !== null) {
    const { key, provider_upload_id: providerUploadId } = upload;
    const listed = await services.blobs.listParts({ key, providerUploadId });
    if (!listed.ok) return err(storeFailure(listed.error));
    if (listed.value !== undefined) {
      const stored = new Map(listed.value.map((part) => [part.number, part]));
      return ok(
        declared.filter((part) => {
          const there = stored.get(part.number);
          return there !== undefined && isAsDeclared(there, part);
        }),
      );
    }
  }
  return await listWhenWhole(services, upload, declared);
}

async function listWhenWhole(
  services: Needs,
  upload: UploadRow,
  declared: readonly PartRow[],
): Outcome<readonly PartRow[], UploadFailure> {
  const head = await services.blobs.head(upload.key);
  if (!head.ok) return err(storeFailure(head.error));
  if (head.value !== undefined && head.value.sizeBytes === upload.size_bytes) return ok(declared);
  if (mayBeAssembling(upload, services.clock.now())) return err(storeFailure({ code: 'store_unavailable' }));
  // The store no longer knows the upload. Signing the next part opens a new one.
  const exchange = { from: upload.provider_upload_id, to: null, now: services.clock.now() };
  await exchangeProviderUpload(services.db, upload.id, exchange);
  return ok([]);
}
