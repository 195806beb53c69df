import type { AdminGroupsQuery } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { CountedGroup, GroupRow } from '../model.ts';

const COLUMNS = ['id', 'name', 'source', 'created_at', 'revision'] as const;

const PEOPLE = sql<number>`(
  select count(*) from group_member join "user" on "user".id = group_member.user_id
  where group_member.group_id = "group".id and "user".status = 'active')`;

function counted(now: Date): RawBuilder<unknown> {
  return sql`"group".id, "group".name, "group".source, "group".created_at, "group".revision, ${PEOPLE} as people,
    (select count(*) from space_group where group_id = "group".id and not is_archived) as spaces,
    (select count(*) from "grant" join space on space.id = "grant".space_id and space.archived_at is null
      where "grant".group_id = "group".id and ("grant".expires_at is null or "grant".expires_at > ${now})) as shared`;
}

/** A condition on the name; `text` must be in lower case. */
const isNamed = (text: string) =>
  text === '' ? sql<boolean>`true` : sql<boolean>`strpos(lower("group".name), ${text}) > 0`;

const SORTED_BY: Readonly<Record<AdminGroupsQuery['sort'], RawBuilder<unknown>>> = {
  name: sql`lower("group".name)`,
  people: PEOPLE,
  created: sql`"group".created_at`,
};

export async function listCountedGroups(
  db: Db,
  { text, sort, order, at, limit }: AdminGroupsQuery,
  now: Date,
): Promise<readonly CountedGroup[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<CountedGroup>`
    select ${counted(now)} from "group" where ${isNamed(text)}
    order by ${SORTED_BY[sort]} ${direction}, lower("group".name), "group".id
    limit ${limit} offset ${at}`.execute(db);
  return rows;
}

export async function countGroups(db: Db, { text }: Pick<AdminGroupsQuery, 'text'>): Promise<number> {
  const { rows } = await sql<{
    readonly total: number;
  }>`select count(*) as total from "group" where ${isNamed(text)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Lists the names of groups, in order. Deleted groups are left out. */
export async function listGroupNames(db: Db | Tx, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('group')
    .select('name')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ name }) => name);
}

export async function findCountedGroup(
  db: Db | Tx,
  id: string,
  now: Date,
): Promise<CountedGroup | undefined> {
  const { rows } = await sql<CountedGroup>`
    select ${counted(now)} from "group" where "group".id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Finds groups that have a word beginning with the text, which must be in lower case. With `isExact`, only the whole
 * name matches.
 */
export async function searchGroupRows(
  db: Db,
  { text, isExact, limit }: { readonly text: string; readonly isExact: boolean; readonly limit: number },
): Promise<readonly Pick<CountedGroup, 'id' | 'name' | 'people'>[]> {
  const isFound = isExact
    ? sql`lower("group".name) = ${text}`
    : sql`strpos(' ' || lower("group".name), ' ' || ${text}) > 0`;
  const { rows } = await sql<Pick<CountedGroup, 'id' | 'name' | 'people'>>`
    select "group".id, "group".name, ${PEOPLE} as people from "group"
    where ${isFound} order by lower("group".name), "group".id limit ${limit}`.execute(db);
  return rows;
}

export async function findGroup(tx: Tx, id: string): Promise<GroupRow | undefined> {
  return await tx.selectFrom('group').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locks a group for changes of its name and people. Spaces and grants can still refer to it. */
export async function lockGroup(tx: Tx, id: string): Promise<GroupRow | undefined> {
  return await tx
    .selectFrom('group')
    .select(COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks a group for deletion, after concurrent changes of its spaces. Returns false if the group was deleted. */
export async function lockGroupToDelete(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('group').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Allows only one creation or renaming of groups at a time, so that names and number stay as checked. */
export async function lockGroupNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('coffer group names'))`.execute(tx);
}

export async function findOwnByName(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('group')
    .select('id')
    .where('source', '=', 'local')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
  return row?.id;
}

/** Counts Coffer's own groups, without those of providers. */
export async function countOwnGroups(tx: Tx): Promise<number> {
  const { total } = await tx
    .selectFrom('group')
    .select(sql<number>`count(*)`.as('total'))
    .where('source', '=', 'local')
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertGroup(
  tx: Tx,
  { id, name, now }: { readonly id: string; readonly name: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('group')
    .values({ id, name, source: 'local', created_at: now, updated_at: now })
    .execute();
}

export async function renameGroupRow(
  tx: Tx,
  { id, name, now }: { readonly id: string; readonly name: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('group')
    .set((set) => ({ name, updated_at: now, revision: set('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a group with its members, roles and grants. */
export async function deleteGroupRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('group').where('id', '=', id).execute();
}
