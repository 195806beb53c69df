import type { Db } from '../../../platform/db/db.ts';

export interface PoolPerson {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
}

/** Lists people with an account in the user pool. */
export async function listPoolPeople(db: Db, issuer: string): Promise<readonly PoolPerson[]> {
  return await db
    .selectFrom('user')
    .select(['id', 'username', 'email', 'name'])
    .where('issuer', '=', issuer)
    .where('status', 'in', ['active', 'disabled'])
    .orderBy('id')
    .execute();
}

export async function changeSubject(
  db: Db,
  account: { readonly id: string; readonly subject: string; readonly username: string },
): Promise<void> {
  const { id, subject, username } = account;
  await db.updateTable('user').set({ subject, username }).where('id', '=', id).execute();
}

export async function isSubjectOfAnother(
  db: Db,
  account: { readonly id: string; readonly issuer: string; readonly subject: string },
): Promise<boolean> {
  const { id, issuer, subject } = account;
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}
