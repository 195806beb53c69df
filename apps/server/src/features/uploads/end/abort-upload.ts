import type { UploadId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { endUpload } from './end-upload.ts';
import type { UploadFailure } from '../model.ts';
import { findUpload } from '../store.ts';
import { isSentBy, type Sender } from '../guests/sender.ts';

/** Aborts an upload. Idempotent; a committed upload counts as not found. */
export async function abortUpload(
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>,
  actor: Sender,
  uploadId: UploadId,
): Outcome<undefined, UploadFailure> {
  const upload = await findUpload(services.db, uploadId);
  if (upload === undefined || !isSentBy(actor, upload)) return err({ code: 'upload_not_found' });
  const ended = await endUpload(services, uploadId, 'aborted');
  return ended?.state === 'committed' ? err({ code: 'upload_not_found' }) : ok(undefined);
}
