import type { Person, UploadId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { endUpload } from './end-upload.ts';
import type { UploadFailure } from '../model.ts';
import { findUpload } from '../store.ts';

/** Idempotent. A committed upload is reported as not found. */
export async function abortUpload(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>,
  actor: Person,
  uploadId: UploadId,
): Outcome<undefined, UploadFailure> {
  const upload = await findUpload(services.db, uploadId);
  if (upload === undefined || upload.created_by !== actor.id) return err({ code: 'upload_not_found' });
  const ended = await endUpload(services, uploadId, 'aborted');
  return ended?.state === 'committed' ? err({ code: 'upload_not_found' }) : ok(undefined);
}
