import type { Db, Tx } from '../../../platform/db/db.ts';

// Queries for account data that the pool cannot store.

/** The names of passkeys by passkey id. */
export async function findPasskeyNames(db: Db | Tx, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('passkey_name')
    .select(['passkey_id', 'name'])
    .where('user_id', '=', userId)
    .orderBy('passkey_id')
    .limit(1_000)
    .execute();
  return new Map(rows.map((row) => [row.passkey_id, row.name]));
}

export async function namePasskey(
  db: Db | Tx,
  change: {
    readonly userId: string;
    readonly passkeyId: string;
    readonly name: string;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, passkeyId, name, now } = change;
  await db
    .insertInto('passkey_name')
    .values({ user_id: userId, passkey_id: passkeyId, name, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'passkey_id']).doUpdateSet({ name }))
    .execute();
}

export async function forgetPasskeyName(
  db: Db | Tx,
  key: { readonly userId: string; readonly passkeyId: string },
): Promise<void> {
  await db
    .deleteFrom('passkey_name')
    .where('user_id', '=', key.userId)
    .where('passkey_id', '=', key.passkeyId)
    .execute();
}

export async function findPendingEmail(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('pending_email').where('id', '=', userId).executeTakeFirst();
  return row?.pending_email ?? null;
}

export async function setPendingEmail(
  db: Db | Tx,
  change: { readonly userId: string; readonly email: string | null; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('user')
    .set({ pending_email: change.email, updated_at: change.now })
    .where('id', '=', change.userId)
    .execute();
}

export async function findPicture(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('person_picture')
    .select('picture')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.picture ?? null;
}

export async function savePicture(
  db: Db | Tx,
  change: { readonly userId: string; readonly picture: string; readonly now: Date },
): Promise<void> {
  const { userId, picture, now } = change;
  await db
    .insertInto('person_picture')
    .values({ user_id: userId, picture, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ picture, changed_at: now }))
    .execute();
}

export async function deletePicture(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('person_picture').where('user_id', '=', userId).execute();
}

export async function forgetDetails(
  tx: Tx,
  key: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await deletePicture(tx, key.userId);
  await tx.deleteFrom('passkey_name').where('user_id', '=', key.userId).execute();
  await setPendingEmail(tx, { ...key, email: null });
}
