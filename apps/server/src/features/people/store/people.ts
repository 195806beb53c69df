import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { PersonRow, Role } from '../model.ts';

const COLUMNS = [
  'user.id',
  'user.issuer',
  'user.username',
  'user.email',
  'user.name',
  'user.picture_id',
  'user.status',
  'user.role',
  'user.last_seen_at',
  'user.revision',
] as const;

const MATCHES_MAX = 100;

export interface PersonWithUse extends PersonRow {
  /** Usage of the personal space. 0 if there is none. */
  readonly used_bytes: number;
}

export async function listPersonRows(
  db: Db,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly PersonWithUse[]> {
  return await db
    .selectFrom('user')
    .leftJoin('space', (join) =>
      join.onRef('space.owner_id', '=', 'user.id').on('space.kind', '=', 'personal'),
    )
    .select(COLUMNS)
    .select(sql<number>`coalesce(space.used_bytes, 0)`.as('used_bytes'))
    .$if(page.after !== undefined, (query) => query.where('user.id', '>', page.after ?? ''))
    .orderBy('user.id')
    .limit(page.limit)
    .execute();
}

/** Finds people by id, e-mail address or user name, in any case. Deleted people come last. */
export async function findPersonRows(db: Db, who: string): Promise<readonly PersonRow[]> {
  const text = who.toLowerCase();
  return await db
    .selectFrom('user')
    .select(COLUMNS)
    .where((where) =>
      where.or([
        where(sql`"user".id::text`, '=', text),
        where(sql`lower("user".email)`, '=', text),
        where(sql`lower("user".username)`, '=', text),
      ]),
    )
    .orderBy(sql`"user".status = 'removed'`)
    .orderBy('user.id')
    .limit(MATCHES_MAX)
    .execute();
}

/**
 * Finds active people whose name has a word that begins with the text, or whose e-mail address or user name does.
 * `text` must be in lower case; with `isExact`, only a whole address or user name matches.
 */
export async function searchPersonRows(
  db: Db,
  search: {
    readonly text: string;
    readonly isExact: boolean;
    readonly exceptId: string;
    readonly limit: number;
  },
): Promise<readonly PersonRow[]> {
  const { text, isExact, exceptId, limit } = search;
  const found = isExact
    ? sql<boolean>`${text} in (lower("user".email), lower("user".username))`
    : sql<boolean>`(strpos(' ' || lower("user".name), ' ' || ${text}) > 0
        or starts_with(lower("user".email), ${text}) or starts_with(lower("user".username), ${text}))`;
  return await db
    .selectFrom('user')
    .select(COLUMNS)
    .where(found)
    .where('user.status', '=', 'active')
    .where('user.id', '!=', exceptId)
    .orderBy(sql`lower("user".name)`)
    .orderBy('user.id')
    .limit(limit)
    .execute();
}

export async function findPersonRow(db: Db | Tx, id: string): Promise<PersonRow | undefined> {
  return await db.selectFrom('user').select(COLUMNS).where('user.id', '=', id).executeTakeFirst();
}

export async function lockPersonRow(tx: Tx, id: string): Promise<PersonRow | undefined> {
  return await tx.selectFrom('user').select(COLUMNS).where('user.id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether an account has this e-mail address. At other issuers, only a verified address counts. */
export async function isAddressKnown(
  db: Db | Tx,
  key: { readonly issuer: string; readonly email: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where((where) => where.or([where('issuer', '=', key.issuer), where('email_verified', '=', true)]))
    .where(sql`lower(email)`, '=', key.email.toLowerCase())
    .where('status', '!=', 'removed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids of active people by verified e-mail address, in lower case. The oldest account wins. */
export async function findActivePeople(
  db: Db | Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = emails.map((email) => email.toLowerCase());
  const rows = await db
    .selectFrom('user')
    .select(['id', sql<string>`lower(email)`.as('address')])
    .where(sql`lower(email)`, '=', sql`any(${wanted}::text[])`)
    .where('email_verified', '=', true)
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ id, address }) => [address, id]));
}

export async function changePerson(
  tx: Tx,
  change: {
    readonly id: string;
    readonly role?: Role;
    readonly status?: 'active' | 'disabled';
    readonly now: Date;
  },
): Promise<void> {
  const { id, role, status, now } = change;
  await tx
    .updateTable('user')
    .set((set) => ({
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { status }),
      updated_at: now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/** Sets how long the files of a removed person are kept. */
export async function keepFilesUntil(
  tx: Tx,
  { userId, until }: { readonly userId: string; readonly until: Date | null },
): Promise<void> {
  await tx.updateTable('user').set({ files_until: until }).where('id', '=', userId).execute();
}

export async function listPeopleWithExpiredFiles(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('files_until', '<=', now)
    .where(
      sql<boolean>`not exists (select from space where owner_id = "user".id and kind = 'personal'
        and hold_began_at is not null)`,
    )
    .orderBy('files_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
