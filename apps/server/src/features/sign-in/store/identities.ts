import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { PersonRow } from '../model.ts';

const USER = ['user.id', 'user.status', 'user.role'] as const;

export async function findByFirstIdentity(
  tx: Tx,
  identity: { readonly issuer: string; readonly subject: string },
): Promise<PersonRow | undefined> {
  return await tx
    .selectFrom('user')
    .select(USER)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
}

/** Finds the person with a linked identity, and records the use. */
export async function findByLinkedIdentity(
  tx: Tx,
  identity: { readonly issuer: string; readonly subject: string; readonly now: Date },
): Promise<PersonRow | undefined> {
  const row = await tx
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select(USER)
    .where('identity.issuer', '=', identity.issuer)
    .where('identity.subject', '=', identity.subject)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.updateTable('user').set({ last_seen_at: identity.now }).where('id', '=', row.id).execute();
  return row;
}

/** Finds the person with this verified e-mail address. Undefined if nobody has it, or several people do. */
export async function findByVerifiedEmail(tx: Tx, email: string): Promise<PersonRow | undefined> {
  const rows = await tx
    .selectFrom('user')
    .select(USER)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_verified', '=', true)
    .where('status', '!=', 'removed')
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** Finds the id of the person with this user name at the issuer. Undefined if unknown in Coffer, or removed. */
export async function findIdByUsername(
  db: Db,
  account: { readonly issuer: string; readonly username: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('issuer', '=', account.issuer)
    .where('username', '=', account.username)
    .where('status', '!=', 'removed')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function insertIdentity(
  tx: Tx,
  identity: {
    readonly issuer: string;
    readonly subject: string;
    readonly userId: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('identity')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: identity.userId,
      created_at: identity.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Frees the identity of a removed person, whose row keeps it under a name that no issuer gives. */
export async function freeIdentity(
  tx: Tx,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  await tx
    .deleteFrom('identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', 'in', (select) =>
      select.selectFrom('user').select('id').where('status', '=', 'removed'),
    )
    .execute();
  await tx
    .updateTable('user')
    .set({ subject: sql<string>`subject || ' removed ' || id` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('status', '=', 'removed')
    .execute();
}
