import { isNodeId, type NodeId } from '@coffer/contracts';
import type { TransferFailure } from '../model/machine.ts';

/** The reservation has expired or was discarded. */
export function isReservationGone({ code }: TransferFailure): boolean {
  return code === 'upload_expired' || code === 'upload_not_found';
}

/** Whether the upload is still open, so that missing or damaged parts can be sent again. */
export function isRepairable(failure: TransferFailure): boolean {
  if (failure.code === 'upload_incomplete') return true;
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'uploading';
}

/** A decision about a conflict applies to the name of the file itself, not to that of a folder above it. */
export function isNameConflict({ code, at }: TransferFailure): boolean {
  return code === 'name_taken' && at === undefined;
}

export function existingIdOf({ facts }: TransferFailure): NodeId | undefined {
  const id = String(facts?.['existing_id']);
  return isNodeId(id) ? id : undefined;
}

/** Whether the server has ended the upload. A single part that the store refuses does not end it. */
export function isUploadFailed(failure: TransferFailure): boolean {
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'failed';
}
