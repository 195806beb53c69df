import { LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { StoreFailure } from '../../platform/blobs/blobs.ts';
import type { UploadFailure } from './model.ts';

export function storeFailure(failure: StoreFailure): UploadFailure {
  return failure.code === 'store_unavailable'
    ? { code: failure.code, facts: { retry_after: LIMITS.retryAfterMs / SECOND_MS } }
    : { code: failure.code, facts: { diagnosis: failure.diagnosis } };
}
