import type { SystemRole } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';

export async function hasOtherAdministrator(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks all active administrators, so that two cannot demote each other. Returns whether there is another one besides
 * this person.
 */
export async function lockOtherAdministrator(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.some((row) => row.id !== id);
}

/** Finds the role of an active person, and locks the row. */
export async function lockRole(tx: Tx, userId: string): Promise<SystemRole | undefined> {
  const row = await tx
    .selectFrom('user')
    .select('role')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  return row?.role;
}

/** Takes the role from an administrator. Returns the new revision. */
export async function resignAdministrator(
  tx: Tx,
  change: { readonly userId: string; readonly now: Date },
): Promise<number> {
  const row = await tx
    .updateTable('user')
    .set((set) => ({ role: 'member', updated_at: change.now, revision: set('revision', '+', 1) }))
    .where('id', '=', change.userId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** Gives the role back, unless the person was changed after `revision`. */
export async function restoreAdministrator(
  db: Db | Tx,
  change: { readonly userId: string; readonly revision: number; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('user')
    .set((set) => ({ role: 'administrator', updated_at: change.now, revision: set('revision', '+', 1) }))
    .where('id', '=', change.userId)
    .where('revision', '=', change.revision)
    .where('status', '=', 'active')
    .execute();
}
