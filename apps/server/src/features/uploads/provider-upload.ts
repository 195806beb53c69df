import { defined, err, ok } from '@coffer/kit';
import type { BlobMetadata, PartDigest, SignedFile } from '../../platform/blobs/blobs.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { isSinglePut, type PartRow, type UploadFailure, type UploadRow } from './model.ts';
import { exchangeProviderUpload, findUpload } from './store.ts';
import { storeFailure } from './store-failure.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

export function signedFile(upload: UploadRow, row: PartRow): SignedFile {
  const metadata = metadataOf(upload);
  return { key: upload.key, part: digestOf(row), mediaType: upload.media_type, metadata };
}

export function digestOf(row: PartRow): PartDigest {
  return { sizeBytes: row.size_bytes, sha256: row.sha256, md5: row.md5 ?? undefined };
}

/** Object metadata, from which files can be restored without the database. */
function metadataOf(upload: UploadRow): BlobMetadata {
  return {
    spaceId: upload.space_id,
    nodeId: upload.node_id,
    versionId: upload.version_id,
    parentId: upload.parent_id,
    name: upload.name,
    authorId: upload.created_by,
    at: upload.created_at,
  };
}

/**
 * Opens a multipart upload at the store, unless one is open. Of two concurrent calls, the later one aborts the upload
 * that it opened.
 */
export async function openAtProvider(services: Needs, upload: UploadRow): Outcome<UploadRow, UploadFailure> {
  if (isSinglePut(upload) || upload.provider_upload_id !== null) return ok(upload);
  const { key, media_type: mediaType } = upload;
  const created = await services.blobs.createMultipart({ key, mediaType, metadata: metadataOf(upload) });
  if (!created.ok) return err(storeFailure(created.error));
  const { providerUploadId } = created.value;
  const exchange = { from: null, to: providerUploadId, now: services.clock.now() };
  if (await exchangeProviderUpload(services.db, upload.id, exchange)) {
    return ok({ ...upload, provider_upload_id: providerUploadId });
  }
  const dropped = await services.blobs.abortMultipart({ key, providerUploadId });
  if (!dropped.ok) services.log.warn('provider_upload_left', { uploadId: upload.id });
  return ok(defined(await findUpload(services.db, upload.id), 'an upload was deleted'));
}
