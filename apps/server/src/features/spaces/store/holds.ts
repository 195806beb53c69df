import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** Puts the space on hold, or changes the reason of its hold, which keeps its beginning and beginner. Requires the space lock. */
export async function setHold(
  tx: Tx,
  hold: {
    readonly spaceId: string;
    readonly byId: string;
    readonly reason: string;
    readonly now: Date;
  },
): Promise<void> {
  const { spaceId, byId, reason, now } = hold;
  await tx
    .updateTable('space')
    .set({
      hold_began_at: sql<Date>`coalesce(hold_began_at, ${now}::timestamptz)`,
      hold_by: sql<string>`coalesce(hold_by, ${byId}::uuid)`,
      hold_reason: reason,
      updated_at: now,
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', spaceId)
    .execute();
}

/** Ends a hold. Requires the space lock. */
export async function endHoldRow(
  tx: Tx,
  { spaceId, now }: { readonly spaceId: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('space')
    .set({
      hold_began_at: null,
      hold_by: null,
      hold_reason: null,
      updated_at: now,
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', spaceId)
    .execute();
}

/**
 * Gives some of what is left of begun permanent deletions back to the trash, and returns these items. Requires the space
 * lock.
 */
export async function returnToTrash(
  tx: Tx,
  { spaceId, limit }: { readonly spaceId: string; readonly limit: number },
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const some = tx
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('purge_began_at', 'is not', null)
    .limit(limit);
  return await tx
    .updateTable('node')
    .set({ purge_began_at: null })
    .where('space_id', '=', spaceId)
    .where('id', 'in', some)
    .returning(['id', 'name'])
    .execute();
}

/** Whether the space is on hold. Without the space lock, this may change at any time. */
export async function isSpaceOnHold(db: Db | Tx, spaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('space')
    .select('id')
    .where('id', '=', spaceId)
    .where('hold_began_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the person's personal space is on hold. Locks that space. */
export async function isPersonalSpaceOnHold(db: Db | Tx, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('space')
    .select('hold_began_at')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'personal')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined && row.hold_began_at !== null;
}
