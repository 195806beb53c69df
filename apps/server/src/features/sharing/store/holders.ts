import type { SpaceRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { shownName } from '../../../platform/db/shown-name.ts';

export interface SpaceHolder {
  /** The person with the role. Null for a role of a group. */
  readonly user_id: string | null;
  /** The group, also for a person who has the role through it. */
  readonly group_id: string | null;
  readonly role: SpaceRole;
  readonly name: string;
  readonly email: string;
  readonly picture_id: string | null;
  readonly is_active: boolean;
  readonly group_name: string | null;
}

/** Lists people with a direct role in the space, or all roles of those in `userIds`. */
export async function listSpaceMembers(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly userIds?: readonly string[] | undefined;
    readonly limit: number;
  },
): Promise<readonly SpaceHolder[]> {
  const { spaceId, userIds, limit } = input;
  const isAsked = userIds === undefined ? sql`group_id is null` : sql`user_id = any(${userIds}::uuid[])`;
  const query = sql<SpaceHolder>`
    select member.user_id, member.group_id, member.role, ${shownName('person')} as name, person.email,
      person.picture_id, person.status = 'active' as is_active, held.name as group_name
    from (select * from space_role where space_id = ${spaceId} and ${isAsked}) as member
    join "user" as person on person.id = member.user_id and person.status <> 'removed'
    left join "group" as held on held.id = member.group_id
    order by member.user_id, member.group_id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Lists groups with a role in the space. `ofUser` limits them to groups that contain this person. */
export async function listSpaceGroups(
  db: Db | Tx,
  input: { readonly spaceId: string; readonly ofUser: string | undefined; readonly limit: number },
): Promise<readonly SpaceHolder[]> {
  const { spaceId, ofUser, limit } = input;
  const query = sql<SpaceHolder>`
    select null::uuid as user_id, held.id as group_id, space_group.role, held.name, '' as email,
      null::uuid as picture_id, true as is_active,
      null::text as group_name
    from space_group join "group" as held on held.id = space_group.group_id
    where space_group.space_id = ${spaceId}
      and (${ofUser ?? null}::uuid is null or exists (
        select from group_member where group_id = held.id and user_id = ${ofUser ?? null}::uuid))
    order by held.id limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function listGroupIdsOf(db: Db | Tx, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('group_member').select('group_id').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.group_id));
}

/** Counts the people with an active account, by group id. */
export async function countPeopleIn(
  db: Db | Tx,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('group_member')
    .innerJoin('user', 'user.id', 'group_member.user_id')
    .select(['group_member.group_id', sql<number>`count(*)`.as('people')])
    .where('group_member.group_id', '=', sql<string>`any(${groupIds}::uuid[])`)
    .where('user.status', '=', 'active')
    .groupBy('group_member.group_id')
    .execute();
  return new Map(rows.map((row) => [row.group_id, row.people]));
}

export async function listActiveIds(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Those of the groups that exist. Locks them, so that none is deleted before the transaction ends. */
export async function lockGroupIds(tx: Tx, groupIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('group')
    .select('id')
    .where('id', '=', sql<string>`any(${groupIds}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.id));
}
