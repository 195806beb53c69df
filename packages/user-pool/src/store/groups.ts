import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from './database/database.ts';

export interface Group {
  readonly poolId: string;
  readonly name: string;
  readonly description: string | null;
  readonly roleArn: string | null;
  /** Lower values come first, null last. */
  readonly precedence: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ClaimedGroup = Pick<Group, 'name' | 'roleArn' | 'precedence'>;

const COLUMNS = [
  'user_group.pool_id',
  'user_group.name',
  'user_group.description',
  'user_group.role_arn',
  'user_group.precedence',
  'user_group.created_at',
  'user_group.updated_at',
] as const;

interface Row {
  readonly pool_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly role_arn: string | null;
  readonly precedence: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function toGroup(row: Row): Group {
  return {
    poolId: row.pool_id,
    name: row.name,
    description: row.description,
    roleArn: row.role_arn,
    precedence: row.precedence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function insertGroup(
  tx: Tx,
  group: Group,
  groupsMax: number,
): Promise<'made' | 'exists' | 'too_many'> {
  // Locks the pool, so that the count stays valid.
  await tx.selectFrom('pool').select('id').where('id', '=', group.poolId).forUpdate().execute();
  if ((await findGroup(tx, group.poolId, group.name)) !== undefined) return 'exists';
  const { count } = await tx
    .selectFrom('user_group')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('pool_id', '=', group.poolId)
    .executeTakeFirstOrThrow();
  if (count >= groupsMax) return 'too_many';
  await tx
    .insertInto('user_group')
    .values({
      pool_id: group.poolId,
      name: group.name,
      description: group.description,
      role_arn: group.roleArn,
      precedence: group.precedence,
      created_at: group.createdAt,
      updated_at: group.updatedAt,
    })
    .execute();
  return 'made';
}

export async function findGroup(db: Db | Tx, poolId: string, name: string): Promise<Group | undefined> {
  const row = await db
    .selectFrom('user_group')
    .select(COLUMNS)
    .where('pool_id', '=', poolId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && toGroup(row);
}

export async function updateGroup(
  db: Db | Tx,
  target: { readonly poolId: string; readonly name: string },
  change: {
    readonly description: string | undefined;
    readonly roleArn: string | undefined;
    readonly precedence: number | undefined;
    readonly now: Date;
  },
): Promise<Group | undefined> {
  const row = await db
    .updateTable('user_group')
    .set({
      description: change.description,
      role_arn: change.roleArn,
      precedence: change.precedence,
      updated_at: change.now,
    })
    .where('pool_id', '=', target.poolId)
    .where('name', '=', target.name)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toGroup(row);
}

export async function deleteGroup(db: Db | Tx, poolId: string, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('user_group')
    .where('pool_id', '=', poolId)
    .where('name', '=', name)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function listGroups(
  db: Db | Tx,
  poolId: string,
  page: { readonly limit: number; readonly after: string | undefined },
): Promise<readonly Group[]> {
  let query = db.selectFrom('user_group').select(COLUMNS).where('pool_id', '=', poolId);
  if (page.after !== undefined) query = query.where('name', '>', page.after);
  const rows = await query.orderBy('name').limit(page.limit).execute();
  return rows.map(toGroup);
}

/** By precedence and name, like `cognito:groups`. */
export async function listGroupsOf(
  db: Db | Tx,
  accountId: string,
  page: { readonly limit: number; readonly offset?: number },
): Promise<readonly Group[]> {
  const rows = await db
    .selectFrom('group_member')
    .innerJoin('user_group', (join) =>
      join
        .onRef('user_group.pool_id', '=', 'group_member.pool_id')
        .onRef('user_group.name', '=', 'group_member.group_name'),
    )
    .select(COLUMNS)
    .where('group_member.account_id', '=', accountId)
    .orderBy('user_group.precedence', (order) => order.asc().nullsLast())
    .orderBy('user_group.name')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  return rows.map(toGroup);
}

export interface Membership {
  readonly poolId: string;
  readonly groupName: string;
  readonly accountId: string;
  readonly now: Date;
}

/** Enforces `groupsMax` also under concurrency. Does nothing if the user is already a member. */
export async function insertMember(
  tx: Tx,
  member: Membership,
  groupsMax: number,
): Promise<'member' | 'too_many' | 'gone'> {
  const held = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', member.accountId)
    .forUpdate()
    .executeTakeFirst();
  const group = await tx
    .selectFrom('user_group')
    .select('name')
    .where('pool_id', '=', member.poolId)
    .where('name', '=', member.groupName)
    .forShare()
    .executeTakeFirst();
  if (held === undefined || group === undefined) return 'gone';
  const { count, found } = await tx
    .selectFrom('group_member')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where group_name = ${member.groupName}))::int`.as('found'),
    ])
    .where('account_id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  if (found > 0) return 'member';
  if (count >= groupsMax) return 'too_many';
  await tx
    .insertInto('group_member')
    .values({
      pool_id: member.poolId,
      group_name: member.groupName,
      account_id: member.accountId,
      created_at: member.now,
    })
    .execute();
  return 'member';
}

export async function deleteMember(
  db: Db | Tx,
  member: Pick<Membership, 'groupName' | 'accountId'>,
): Promise<void> {
  await db
    .deleteFrom('group_member')
    .where('account_id', '=', member.accountId)
    .where('group_name', '=', member.groupName)
    .execute();
}

export interface MemberPage {
  readonly limit: number;
  readonly after: { readonly joinedAt: Date; readonly accountId: string } | undefined;
}

export async function listMembers(
  db: Db | Tx,
  group: { readonly poolId: string; readonly name: string },
  page: MemberPage,
): Promise<readonly { readonly accountId: string; readonly joinedAt: Date }[]> {
  let query = db
    .selectFrom('group_member')
    .select(['account_id', 'created_at'])
    .where('pool_id', '=', group.poolId)
    .where('group_name', '=', group.name);
  if (page.after !== undefined) {
    const { joinedAt, accountId } = page.after;
    query = query.where(
      sql<SqlBool>`(created_at, account_id) > (${joinedAt}::timestamptz, ${accountId}::uuid)`,
    );
  }
  const rows = await query.orderBy('created_at').orderBy('account_id').limit(page.limit).execute();
  return rows.map((row) => ({ accountId: row.account_id, joinedAt: row.created_at }));
}
