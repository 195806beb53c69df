import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly picture_id: string | null;
  readonly status: 'invited' | 'active' | 'disabled' | 'removed';
  readonly created_at: Date;
}

interface Search {
  readonly groupId: string;
  /** The searched text, in lower case. */
  readonly text: string;
}

function members(db: Db, { groupId, text }: Search) {
  return db
    .selectFrom('group_member')
    .innerJoin('user', 'user.id', 'group_member.user_id')
    .where('group_member.group_id', '=', groupId)
    .where('user.status', '!=', 'removed')
    .$if(text !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(lower("user".name), ${text}) > 0 or strpos(lower("user".email), ${text}) > 0
          or strpos(lower("user".username), ${text}) > 0)`,
      ),
    );
}

/** Lists the members of a group by name. */
export async function listMembers(
  db: Db,
  page: Search & { readonly at: number; readonly limit: number },
): Promise<readonly MemberRow[]> {
  return await members(db, page)
    .select(['group_member.user_id', 'group_member.created_at'])
    .select(['user.name', 'user.username', 'user.email', 'user.picture_id', 'user.status'])
    .orderBy(sql`lower("user".name)`)
    .orderBy('group_member.user_id')
    .offset(page.at)
    .limit(page.limit)
    .execute();
}

export async function countMembers(db: Db, search: Search): Promise<number> {
  const { total } = await members(db, search)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countAllMembers(tx: Tx, groupId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('group_member')
    .select(sql<number>`count(*)`.as('total'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return total;
}

/** The number of groups of the person who is in the most groups. */
export async function countGroupsOf(db: Db | Tx, userIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('group_member')
    .select(sql<number>`count(*)`.as('groups'))
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .groupBy('user_id')
    .orderBy('groups', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.groups ?? 0;
}

/**
 * Locks those of the people who are active, and returns their number. So two groups that add the same person
 * concurrently count each other.
 */
export async function lockActivePeople(tx: Tx, userIds: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.length;
}

/** Adds people to a group, and returns the ids of those who were not in it. */
export async function insertMembers(
  tx: Tx,
  {
    groupId,
    userIds,
    now,
  }: { readonly groupId: string; readonly userIds: readonly string[]; readonly now: Date },
): Promise<readonly string[]> {
  const rows = await tx
    .insertInto('group_member')
    .values(userIds.map((userId) => ({ group_id: groupId, user_id: userId, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Removes a person from a group. Returns false if they were not in it. */
export async function deleteMember(
  tx: Tx,
  { groupId, userId }: { readonly groupId: string; readonly userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes a person whose account is deleted from all groups. */
export async function leaveAllGroups(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('group_member').where('user_id', '=', userId).execute();
}
