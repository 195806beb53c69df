import type { GrantRole } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface GrantKey {
  readonly spaceId: string;
  readonly nodeId: string;
  /** Of a person or a group. */
  readonly holderId: string;
}

export interface GrantRow {
  readonly space_id: string;
  readonly node_id: string;
  /** Null in a grant of a group, except where it is asked for the people in it. */
  readonly user_id: string | null;
  readonly group_id: string | null;
  readonly role: GrantRole;
  readonly message: string;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly revision: number;
  /** Of the person, or else of the group. */
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly group_name: string | null;
  readonly granted_by: string;
  /** Null if the account was deleted. */
  readonly granter_name: string | null;
}

const COLUMNS = sql`
  given.space_id, given.node_id, given.user_id, given.group_id, given.role, given.message, given.expires_at,
  given.created_at, given.revision, coalesce(person.name, held.name) as name, coalesce(person.email, '') as email,
  coalesce(person.status = 'active', true) as is_active, held.name as group_name,
  given.granted_by, case when granter.status = 'removed' then null else granter.name end as granter_name`;

/** `given`: grants as they were made, or as people have them, their own and those of their groups. */
const tables = (given: 'grant' | 'node_role') => sql`
  ${sql.ref(given)} as given
  left join "user" as person on person.id = given.user_id
  left join "group" as held on held.id = given.group_id
  join "user" as granter on granter.id = given.granted_by`;

const isValid = (now: Date) => sql<boolean>`
  (given.expires_at is null or given.expires_at > ${now}) and person.status is distinct from 'removed'`;

interface GrantsOfNodes {
  readonly spaceId: string;
  readonly nodeIds: readonly string[];
  readonly now: Date;
  readonly limit: number;
}

/** As they were made, not expired. `holderId` limits them to one person or group. */
export async function listGrantRows(
  db: Db | Tx,
  input: GrantsOfNodes & { readonly holderId?: string | undefined },
): Promise<readonly GrantRow[]> {
  const { spaceId, nodeIds, holderId, now, limit } = input;
  const query = sql<GrantRow>`
    select ${COLUMNS} from ${tables('grant')}
    where given.space_id = ${spaceId} and given.node_id = any(${nodeIds}::uuid[]) and ${isValid(now)}
      and ${holderId === undefined ? sql`true` : sql`${holderId} in (given.user_id, given.group_id)`}
    order by given.created_at, given.node_id, given.user_id, given.group_id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** What these people have, by name and by group. */
export async function listHeldGrants(
  db: Db | Tx,
  input: GrantsOfNodes & { readonly userIds: readonly string[] },
): Promise<readonly GrantRow[]> {
  const { spaceId, nodeIds, userIds, now, limit } = input;
  const query = sql<GrantRow>`
    select ${COLUMNS} from ${tables('node_role')}
    where given.space_id = ${spaceId} and given.node_id = any(${nodeIds}::uuid[]) and ${isValid(now)}
      and given.user_id = any(${userIds}::uuid[])
    order by given.created_at, given.node_id, given.user_id limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function findGrantRow(
  db: Db | Tx,
  { spaceId, nodeId, holderId, now }: GrantKey & { readonly now: Date },
): Promise<GrantRow | undefined> {
  return (await listGrantRows(db, { spaceId, nodeIds: [nodeId], holderId, now, limit: 1 }))[0];
}

/** Replaces a lower or expired grant of the same holder. Requires the space lock. */
export async function putGrant(
  tx: Tx,
  grant: Omit<GrantKey, 'holderId'> & {
    readonly userId: string | null;
    readonly groupId: string | null;
    readonly role: GrantRole;
    readonly grantedBy: string;
    readonly message: string;
    readonly expiresAt: Date | null;
    readonly now: Date;
  },
): Promise<void> {
  const { role, message, now } = grant;
  const values = { role, message, granted_by: grant.grantedBy, expires_at: grant.expiresAt, updated_at: now };
  await tx
    .insertInto('grant')
    .values({
      ...values,
      space_id: grant.spaceId,
      node_id: grant.nodeId,
      user_id: grant.userId,
      group_id: grant.groupId,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('grant_once')
        .doUpdateSet({ ...values, created_at: now, revision: sql<number>`"grant".revision + 1` }),
    )
    .execute();
}

const isHeldBy = (holderId: string) => sql<boolean>`${holderId} in (user_id, group_id)`;

export async function updateGrant(
  tx: Tx,
  change: GrantKey & { readonly role: GrantRole; readonly expiresAt: Date | null; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('grant')
    .set((set) => ({
      role: change.role,
      expires_at: change.expiresAt,
      updated_at: change.now,
      revision: set('revision', '+', 1),
    }))
    .where('space_id', '=', change.spaceId)
    .where('node_id', '=', change.nodeId)
    .where(isHeldBy(change.holderId))
    .execute();
}

export async function deleteGrant(tx: Tx, { spaceId, nodeId, holderId }: GrantKey): Promise<void> {
  await tx
    .deleteFrom('grant')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where(isHeldBy(holderId))
    .execute();
}

/** For a deleted account. Grants that it made to others stay. */
export async function deleteGrantsTo(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('grant').where('user_id', '=', userId).execute();
}

/** Expired grants count until they are replaced. */
export async function countGrants(tx: Tx, { spaceId, nodeId }: Omit<GrantKey, 'holderId'>): Promise<number> {
  const { total } = await tx
    .selectFrom('grant')
    .select(sql<number>`count(*)`.as('total'))
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return total;
}

/** The value of the sort, then the ids. */
export interface SharedPosition {
  readonly value: string;
  readonly nodeId: string;
  readonly holderId: string;
}

export interface SharedRow extends GrantRow {
  readonly name_sort: string;
  readonly holder_id: string;
}

/**
 * Grants to or by a person, without those of archived spaces. Grants to a person list each node once, direct grants
 * first.
 */
export async function listShared(
  db: Db | Tx,
  page: {
    readonly of: 'to' | 'by';
    readonly userId: string;
    readonly sort: 'name' | 'date';
    readonly order: 'asc' | 'desc';
    readonly after: SharedPosition | undefined;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<readonly SharedRow[]> {
  const { of, userId, sort, order, after, now, limit } = page;
  const found =
    of === 'to'
      ? sql`select distinct on (given.space_id, given.node_id) ${COLUMNS} from ${tables('node_role')}
          where given.user_id = ${userId} and ${isValid(now)}
          order by given.space_id, given.node_id, given.group_id is not null, given.created_at, given.group_id`
      : sql`select ${COLUMNS} from ${tables('grant')} where given.granted_by = ${userId} and ${isValid(now)}`;
  const column = sort === 'name' ? sql`node.name_sort` : sql`date_trunc('milliseconds', given.created_at)`;
  const holder = sql`coalesce(given.group_id, given.user_id)`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const query = sql<SharedRow>`
    select given.*, node.name_sort, ${holder} as holder_id
    from (${found}) as given
    join node on node.space_id = given.space_id and node.id = given.node_id and node.trashed_at is null
    join space on space.id = given.space_id and space.archived_at is null
    where ${after === undefined ? sql`true` : isBeyond({ column, holder, sort, order, after })}
    order by ${column} ${direction}, given.node_id ${direction}, ${holder} ${direction}
    limit ${limit}`;
  return (await query.execute(db)).rows;
}

function isBeyond(page: {
  readonly column: RawBuilder<unknown>;
  readonly holder: RawBuilder<unknown>;
  readonly sort: 'name' | 'date';
  readonly order: 'asc' | 'desc';
  readonly after: SharedPosition;
}): RawBuilder<unknown> {
  const { value, nodeId, holderId } = page.after;
  const bound = page.sort === 'name' ? sql`${value}::text` : sql`${value}::timestamptz`;
  const sign = page.order === 'asc' ? sql`>` : sql`<`;
  return sql`(${page.column}, given.node_id, ${page.holder}) ${sign} (${bound}, ${nodeId}::uuid, ${holderId}::uuid)`;
}
