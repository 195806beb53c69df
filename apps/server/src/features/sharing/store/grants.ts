import { type GrantRole, SERVER_LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { shownName } from '../../../platform/db/shown-name.ts';

export interface GrantKey {
  readonly spaceId: string;
  readonly nodeId: string;
  /** The id of a person or a group. */
  readonly holderId: string;
}

export interface GrantRow {
  readonly space_id: string;
  readonly node_id: string;
  /** The person with the grant. Null for a grant of a group, unless its people were requested. */
  readonly user_id: string | null;
  readonly group_id: string | null;
  readonly role: GrantRole;
  readonly message: string;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly revision: number;
  /** The name of the person, or else of the group. */
  readonly name: string;
  readonly email: string;
  /** Of the person. */
  readonly picture_id: string | null;
  readonly is_active: boolean;
  readonly group_name: string | null;
  readonly granted_by: string;
  /** The name of the giver. Null if their account was deleted. */
  readonly granter_name: string | null;
  readonly granter_picture_id: string | null;
}

export const GRANT_COLUMNS = sql`
  given.space_id, given.node_id, given.user_id, given.group_id, given.role, given.message, given.expires_at,
  given.created_at, given.revision, coalesce(${shownName('person')}, held.name) as name, coalesce(person.email, '') as email,
  person.picture_id, granter.picture_id as granter_picture_id,
  coalesce(person.status = 'active', true) as is_active, held.name as group_name,
  given.granted_by, case when granter.status = 'removed' then null else ${shownName('granter')} end as granter_name`;

/** Tables for grants as stored (`grant`), or as people have them, directly and through groups (`node_role`). */
export const grantTables = (given: 'grant' | 'node_role') => sql`
  ${sql.ref(given)} as given
  left join "user" as person on person.id = given.user_id
  left join "group" as held on held.id = given.group_id
  join "user" as granter on granter.id = given.granted_by`;

export const isValidGrant = (now: Date) => sql<boolean>`
  (given.expires_at is null or given.expires_at > ${now}) and person.status is distinct from 'removed'`;

interface GrantsOfNodes {
  readonly spaceId: string;
  readonly nodeIds: readonly string[];
  readonly now: Date;
  readonly limit: number;
}

/** Lists valid grants as stored. `holderId` limits them to one person or group. */
export async function listGrantRows(
  db: Db | Tx,
  input: GrantsOfNodes & { readonly holderId?: string | undefined },
): Promise<readonly GrantRow[]> {
  const { spaceId, nodeIds, holderId, now, limit } = input;
  const query = sql<GrantRow>`
    select ${GRANT_COLUMNS} from ${grantTables('grant')}
    where given.space_id = ${spaceId} and given.node_id = any(${nodeIds}::uuid[]) and ${isValidGrant(now)}
      and ${holderId === undefined ? sql`true` : sql`${holderId} in (given.user_id, given.group_id)`}
    order by given.created_at, given.node_id, given.user_id, given.group_id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Lists the valid grants of these people, direct and through groups. */
export async function listHeldGrants(
  db: Db | Tx,
  input: GrantsOfNodes & { readonly userIds: readonly string[] },
): Promise<readonly GrantRow[]> {
  const { spaceId, nodeIds, userIds, now, limit } = input;
  const query = sql<GrantRow>`
    select ${GRANT_COLUMNS} from ${grantTables('node_role')}
    where given.space_id = ${spaceId} and given.node_id = any(${nodeIds}::uuid[]) and ${isValidGrant(now)}
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

/** Inserts a grant, or replaces that of the same holder. Requires the space lock. */
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

/** Lists the valid grants that one person made on a node. */
export async function listGrantsBy(
  tx: Tx,
  input: Omit<GrantKey, 'holderId'> & { readonly grantedBy: string; readonly now: Date },
): Promise<readonly GrantRow[]> {
  const { spaceId, nodeId, grantedBy, now } = input;
  const query = sql<GrantRow>`
    select ${GRANT_COLUMNS} from ${grantTables('grant')}
    where given.space_id = ${spaceId} and given.node_id = ${nodeId} and given.granted_by = ${grantedBy}
      and ${isValidGrant(now)}
    order by given.created_at, given.user_id, given.group_id limit ${SERVER_LIMITS.grantsPerNodeMax}`;
  return (await query.execute(tx)).rows;
}

export async function deleteGrantsBy(
  tx: Tx,
  { spaceId, nodeId, grantedBy }: Omit<GrantKey, 'holderId'> & { readonly grantedBy: string },
): Promise<void> {
  await tx
    .deleteFrom('grant')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('granted_by', '=', grantedBy)
    .execute();
}

/** Deletes the grants to a deleted account. Grants that the person gave to others stay. */
export async function deleteGrantsTo(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('grant').where('user_id', '=', userId).execute();
}

/** Counts grants on a node. Expired ones count until they are replaced. */
export async function countGrants(
  db: Db | Tx,
  { spaceId, nodeId }: Omit<GrantKey, 'holderId'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('grant')
    .select(sql<number>`count(*)`.as('total'))
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return total;
}
