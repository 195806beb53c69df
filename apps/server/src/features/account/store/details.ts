import { defined } from '@coffer/kit';
import { sql } from 'kysely';
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

/** A `data:` URL. */
export async function findPicture(db: Db, pictureId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .innerJoin('person_picture', 'person_picture.user_id', 'user.id')
    .select('picture')
    .where('picture_id', '=', pictureId)
    .executeTakeFirst();
  return row?.picture;
}

/** Returns its id. */
export async function savePicture(
  tx: Tx,
  change: { readonly userId: string; readonly picture: string; readonly now: Date },
): Promise<string> {
  const { userId, picture, now } = change;
  // Locks the person, so that two at once are one after the other.
  const { picture_id: id } = await tx
    .updateTable('user')
    .set({ picture_id: sql<string>`gen_random_uuid()` })
    .where('id', '=', userId)
    .returning('picture_id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('person_picture')
    .values({ user_id: userId, picture, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ picture, changed_at: now }))
    .execute();
  return defined(id, 'it was just written');
}

export async function deletePicture(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('user').set({ picture_id: null }).where('id', '=', userId).execute();
  await tx.deleteFrom('person_picture').where('user_id', '=', userId).execute();
}

export async function forgetDetails(
  tx: Tx,
  key: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await deletePicture(tx, key.userId);
  await tx.deleteFrom('passkey_name').where('user_id', '=', key.userId).execute();
  await setPendingEmail(tx, { ...key, email: null });
}
