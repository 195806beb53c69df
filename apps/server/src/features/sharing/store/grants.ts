import type { GrantRole, SpaceRole } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface GrantKey {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly userId: string;
}

export interface GrantRow {
  readonly space_id: string;
  readonly node_id: string;
  readonly user_id: string;
  readonly role: GrantRole;
  readonly message: string;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly revision: number;
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
  /** Null if the account was deleted. */
  readonly granter_name: string | null;
}

const COLUMNS = sql`
  "grant".space_id, "grant".node_id, "grant".user_id, "grant".role, "grant".message, "grant".expires_at,
  "grant".created_at, "grant".revision, person.name, person.email, person.status = 'active' as is_active,
  case when granter.status = 'removed' then null else granter.name end as granter_name`;

const TABLES = sql`
  "grant"
  join "user" as person on person.id = "grant".user_id and person.status <> 'removed'
  join "user" as granter on granter.id = "grant".granted_by`;

const isValid = (now: Date) => sql<boolean>`("grant".expires_at is null or "grant".expires_at > ${now})`;

/** Not expired. `userId` limits them to one person. */
export async function listGrantRows(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly nodeIds: readonly string[];
    readonly userId?: string | undefined;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<readonly GrantRow[]> {
  const { spaceId, nodeIds, userId, now, limit } = input;
  const query = sql<GrantRow>`
    select ${COLUMNS} from ${TABLES}
    where "grant".space_id = ${spaceId} and "grant".node_id = any(${nodeIds}::uuid[]) and ${isValid(now)}
      and ${userId === undefined ? sql`true` : sql`"grant".user_id = ${userId}`}
    order by "grant".created_at, "grant".node_id, "grant".user_id limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function findGrantRow(
  db: Db | Tx,
  { spaceId, nodeId, userId, now }: GrantKey & { readonly now: Date },
): Promise<GrantRow | undefined> {
  return (await listGrantRows(db, { spaceId, nodeIds: [nodeId], userId, now, limit: 1 }))[0];
}

interface MemberAccess {
  readonly user_id: string;
  readonly role: SpaceRole;
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
}

/** `userIds` limits them to these people. */
export async function listSpaceMembers(
  db: Db | Tx,
  input: {
    readonly spaceId: string;
    readonly userIds?: readonly string[] | undefined;
    readonly limit: number;
  },
): Promise<readonly MemberAccess[]> {
  const { spaceId, userIds, limit } = input;
  const query = sql<MemberAccess>`
    select member.user_id, member.role, person.name, person.email, person.status = 'active' as is_active
    from member join "user" as person on person.id = member.user_id and person.status <> 'removed'
    where member.space_id = ${spaceId}
      and ${userIds === undefined ? sql`true` : sql`member.user_id = any(${userIds}::uuid[])`}
    order by member.user_id limit ${limit}`;
  return (await query.execute(db)).rows;
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

/** Replaces a lower or expired grant of the same person. Requires the space lock. */
export async function putGrant(
  tx: Tx,
  grant: GrantKey & {
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
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'node_id', 'user_id'])
        .doUpdateSet({ ...values, created_at: now, revision: sql<number>`"grant".revision + 1` }),
    )
    .execute();
}

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
    .where('user_id', '=', change.userId)
    .execute();
}

export async function deleteGrant(tx: Tx, { spaceId, nodeId, userId }: GrantKey): Promise<void> {
  await tx
    .deleteFrom('grant')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('user_id', '=', userId)
    .execute();
}

/** Of a deleted account. What it granted to others stays. */
export async function deleteGrantsTo(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('grant').where('user_id', '=', userId).execute();
}

/** Expired grants count until they are replaced. */
export async function countGrants(tx: Tx, { spaceId, nodeId }: Omit<GrantKey, 'userId'>): Promise<number> {
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
  readonly userId: string;
}

export interface SharedRow extends GrantRow {
  readonly name_sort: string;
}

/** Grants to or by a person, without those of archived spaces. */
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
  const isTheirs = of === 'to' ? sql`"grant".user_id = ${userId}` : sql`"grant".granted_by = ${userId}`;
  const column = sort === 'name' ? sql`node.name_sort` : sql`date_trunc('milliseconds', "grant".created_at)`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const query = sql<SharedRow>`
    select ${COLUMNS}, node.name_sort
    from ${TABLES}
    join node on node.space_id = "grant".space_id and node.id = "grant".node_id and node.trashed_at is null
    join space on space.id = "grant".space_id and space.archived_at is null
    where ${isTheirs} and ${isValid(now)}
      and ${after === undefined ? sql`true` : isBeyond({ column, sort, order, after })}
    order by ${column} ${direction}, "grant".node_id ${direction}, "grant".user_id ${direction}
    limit ${limit}`;
  return (await query.execute(db)).rows;
}

function isBeyond(page: {
  readonly column: RawBuilder<unknown>;
  readonly sort: 'name' | 'date';
  readonly order: 'asc' | 'desc';
  readonly after: SharedPosition;
}): RawBuilder<unknown> {
  const { value, nodeId, userId } = page.after;
  const bound = page.sort === 'name' ? sql`${value}::text` : sql`${value}::timestamptz`;
  const sign = page.order === 'asc' ? sql`>` : sql`<`;
  return sql`(${page.column}, "grant".node_id, "grant".user_id) ${sign} (${bound}, ${nodeId}::uuid, ${userId}::uuid)`;
}
