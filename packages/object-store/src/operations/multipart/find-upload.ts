import { err, ok, type Result } from '@coffer/kit';
import type { Call, StoreServices } from '../../call.ts';
import type { UploadState } from '../../disk/upload-table.ts';
import { refusal, type S3Error } from '../../errors.ts';

/** Fails with NoSuchUpload also if the upload belongs to another bucket or key. */
export function findUpload(services: StoreServices, call: Call): Result<UploadState, S3Error> {
  const upload = services.disk.uploads.find(uploadIdOf(call));
  return upload !== undefined && belongsTo(upload, call) ? ok(upload) : err(refusal('NoSuchUpload'));
}

export function uploadIdOf(call: Call): string {
  return call.query.get('uploadId') ?? '';
}

export function belongsTo(upload: UploadState, call: Call): boolean {
  return upload.record.bucket === call.bucket && upload.record.key === call.key;
}
