import type { TransferFailure } from '../model/machine.ts';

/** The reservation has expired or was discarded. */
export function isReservationGone({ code }: TransferFailure): boolean {
  return code === 'upload_expired' || code === 'upload_not_found';
}

/** The upload is still open: missing or damaged parts can be sent again. */
export function isRepairable(failure: TransferFailure): boolean {
  if (failure.code === 'upload_incomplete') return true;
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'uploading';
}
