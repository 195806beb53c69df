import type { ErrorTexts } from '../../../api/calls/error-texts.ts';
import type { Transfer, TransferFailure } from '../model/machine.ts';
import { isTooDeep, refusedNameOf } from '../model/refused-name.ts';
import type { TransferText } from '../texts.ts';

export interface FailureWords {
  readonly text: TransferText;
  readonly errorTexts: Pick<ErrorTexts, 'ofIssue'>;
}

export function failureOf(transfer: Transfer, { text, errorTexts }: FailureWords): string {
  const refused = refusedNameOf(transfer);
  if (refused !== undefined && refused.issue !== 'name_taken') return errorTexts.ofIssue(refused.issue);
  if (isTooDeep(transfer)) return errorTexts.ofIssue('too_deep');
  return transfer.failure === undefined ? '' : failureMessage(text, transfer.failure);
}

export function failureMessage(text: TransferText, failure: TransferFailure): string {
  switch (failure.code) {
    case 'checksum_mismatch':
    case 'upload_incomplete':
      return text('transfer.error.checksum_mismatch');
    case 'store_refused':
      if (failure.facts?.['status'] === 413) return text('transfer.error.blocked_by_size_limit');
      return text(isStoreFull(failure) ? 'transfer.error.store_full' : 'transfer.error.store_refused');
    case 'unreadable_answer':
      return text('transfer.error.blocked_by_proxy');
    case 'file_unreadable':
      return text('transfer.error.file_unreadable');
    case 'file_changed':
      return text('transfer.error.file_changed');
    case 'file_too_large':
      return text('transfer.error.file_too_large');
    case 'name_taken':
      return text(failure.at === undefined ? 'transfer.error.name_taken' : 'transfer.error.folder_taken');
    case 'node_not_found':
      return text('transfer.error.node_not_found');
    case 'invalid_request':
      return text('transfer.error.invalid_request');
    case 'not_signed_in':
      return text('transfer.error.not_signed_in');
    case 'not_allowed':
      return text('transfer.error.not_allowed');
    default:
      return text('transfer.error.other', { code: failure.code });
  }
}

/** Whether the store is full, as reported by the store itself or by the server. */
function isStoreFull({ facts }: TransferFailure): boolean {
  return facts?.['status'] === 507 || facts?.['diagnosis'] === 'InsufficientStorage';
}
