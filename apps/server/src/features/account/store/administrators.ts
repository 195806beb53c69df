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
 * Takes the role from an administrator. Returns false for the last one; locks all administrators in the same order, so
 * that two concurrent calls cannot both succeed.
 */
export async function resignAdministrator(
  tx: Tx,
  change: { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1_000)
    .forUpdate()
    .execute();
  if (!rows.some(({ id }) => id !== change.userId)) return false;
  await setRole(tx, { ...change, role: 'member' });
  return true;
}

export async function restoreAdministrator(
  db: Db | Tx,
  change: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await setRole(db, { ...change, role: 'administrator' });
}

async function setRole(
  db: Db | Tx,
  change: { readonly userId: string; readonly role: 'member' | 'administrator'; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('user')
    .set((set) => ({ role: change.role, updated_at: change.now, revision: set('revision', '+', 1) }))
    .where('id', '=', change.userId)
    .where('status', '=', 'active')
    .execute();
}
