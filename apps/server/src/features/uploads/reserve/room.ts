import { err, ok, type Result } from '@coffer/kit';
import type { LockedSpace } from '../../spaces/index.ts';
import type { UploadFailure } from '../model.ts';

/** Counts everything that is or may still arrive in the store. */
export function judgeRoom(space: LockedSpace, sizeBytes: number): Result<undefined, UploadFailure> {
  const used = space.used_bytes + space.reserved_bytes + space.held_bytes;
  if (used + sizeBytes <= space.quota_bytes) return ok(undefined);
  const facts = { space_id: space.id, quota: space.quota_bytes, used, needed: sizeBytes };
  return err({ code: 'quota_exceeded', facts });
}
