import { err, ok, type Result } from '@coffer/kit';
import type { LockedSpace } from '../spaces/index.ts';
import type { UploadFailure } from './model.ts';

/** Whether a locked space has room for an object more: everything counts that is in the store or may come to be there. */
export function judgeRoom(space: LockedSpace, sizeBytes: number): Result<undefined, UploadFailure> {
  const used = space.used_bytes + space.reserved_bytes + space.held_bytes;
  if (used + sizeBytes <= space.quota_bytes) return ok(undefined);
  return err({ code: 'quota_exceeded', facts: { quota: space.quota_bytes, used, needed: sizeBytes } });
}
