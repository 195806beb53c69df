import { err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { findOtherOwner, setOwner } from '../store/members.ts';

/** Prepares an owner's leaving or change of role; fails for the last active owner. Requires the space lock. */
export async function resignOwner(
  tx: Tx,
  input: {
    readonly space: { readonly id: string; readonly owner_id: string };
    readonly userId: string;
    readonly now: Date;
  },
): Promise<Result<undefined, { readonly code: 'last_owner' }>> {
  const { space, userId, now } = input;
  const otherId = await findOtherOwner(tx, { spaceId: space.id, userId });
  if (otherId === undefined) return err({ code: 'last_owner' });
  if (space.owner_id === userId) await setOwner(tx, { spaceId: space.id, ownerId: otherId, now });
  return ok(undefined);
}
