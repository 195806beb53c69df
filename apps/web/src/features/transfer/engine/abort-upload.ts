import type { UploadId } from '@coffer/contracts';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import { uploadIdsOf } from '../send/reservation.ts';
import type { UploadPorts } from '../send/upload-run.ts';
import type { Job } from './job.ts';

/**
 * Aborts the upload at the server, retrying while it is unavailable. If the page closes, the reservation expires. Returns
 * whether there was an upload to abort.
 */
export async function abortUpload(
  ports: UploadPorts,
  { transfer, reservationItem }: Job,
  signal: AbortSignal,
): Promise<boolean> {
  let uploadId: UploadId | null | undefined = transfer.uploadId;
  if (uploadId === undefined && reservationItem !== undefined) {
    // The response to the reservation was lost: repeating the request returns the upload's id.
    const [answer] = await Promise.allSettled([reservationItem.reservation.send(signal)]);
    if (answer.status === 'fulfilled' && answer.value.ok)
      uploadId = uploadIdsOf(answer.value.value)[reservationItem.index];
  }
  if (!uploadId) return false;
  const id = uploadId;
  const abort = retryUntilAvailable({ ports, signal }, () => ports.api.abortUpload(id));
  const [aborted] = await Promise.allSettled([abort]);
  if (aborted.status === 'fulfilled') return true;
  if (signal.aborted) return false;
  throw aborted.reason;
}
