import { err, ok, type Result } from '@coffer/kit';
import type { LockedSpace } from './model.ts';

export interface NoRoom {
  readonly code: 'quota_exceeded';
  readonly facts: {
    readonly space_id: string;
    readonly quota: number;
    readonly used: number;
    readonly needed: number;
  };
}

/** Whether the quota has room for more bytes. Counts everything that is in the store or may still arrive there. */
export function judgeRoom(space: LockedSpace, sizeBytes: number): Result<undefined, NoRoom> {
  const used = space.used_bytes + space.reserved_bytes + space.held_bytes;
  if (used + sizeBytes <= space.quota_bytes) return ok(undefined);
  const facts = { space_id: space.id, quota: space.quota_bytes, used, needed: sizeBytes };
  return err({ code: 'quota_exceeded', facts });
}
