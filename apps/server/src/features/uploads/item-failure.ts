import type { ItemFailure } from '@coffer/contracts';
import type { UploadFailure } from './model.ts';

export function itemFailure(failure: UploadFailure): ItemFailure {
  switch (failure.code) {
    case 'invalid_request':
      return { outcome: 'failed', code: failure.code, facts: { issues: failure.issues } };
    case 'node_not_found':
    case 'upload_not_found':
    case 'upload_expired':
    case 'kind_not_accepted':
    case 'link_unknown':
    case 'link_expired':
    case 'hand_in_finished':
      return { outcome: 'failed', code: failure.code };
    case 'not_allowed':
    case 'name_taken':
    case 'revision_conflict':
    case 'request_full':
    case 'file_too_large':
    case 'quota_exceeded':
    case 'upload_incomplete':
    case 'checksum_mismatch':
    case 'store_unavailable':
    case 'store_refused':
      return { outcome: 'failed', code: failure.code, facts: { ...failure.facts } };
  }
}
