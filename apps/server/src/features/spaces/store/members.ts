import type { SpaceRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { MemberRow } from '../model.ts';

const COLUMNS = [
  'member.user_id',
  'member.role',
  'member.created_at',
  'member.revision',
  'user.name',
  'user.username',
  'user.email',
  'user.picture_id',
  'user.status',
] as const;

const MEMBERS_MAX = 2_000;
const SPACES_MAX = 10_000;

/** Orders by role, highest first. */
export const bySpaceRole = (table: 'member' | 'space_group') =>
  sql`array_position(array['owner', 'manager', 'editor', 'contributor', 'viewer'], ${sql.ref(`${table}.role`)})`;

interface MemberKey {
  readonly spaceId: string;
  readonly userId: string;
}

/** Lists members of a space, highest role first, then by name. */
export async function listMemberRows(
  db: Db | Tx,
  { spaceId, userIds }: { readonly spaceId: string; readonly userIds?: readonly string[] },
): Promise<readonly MemberRow[]> {
  return await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(COLUMNS)
    .where('member.space_id', '=', spaceId)
    .$if(userIds !== undefined, (query) =>
      query.where('member.user_id', '=', sql<string>`any(${userIds ?? []}::uuid[])`),
    )
    .orderBy(bySpaceRole('member'))
    .orderBy(sql`lower("user".name)`)
    .orderBy('member.user_id')
    .limit(MEMBERS_MAX)
    .execute();
}

export async function findMemberRow(tx: Tx, key: MemberKey): Promise<MemberRow | undefined> {
  const rows = await listMemberRows(tx, { spaceId: key.spaceId, userIds: [key.userId] });
  return rows[0];
}

/** Counts the people and groups in a space. */
export async function countMembers(tx: Tx, spaceId: string): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`
    select (select count(*) from member where space_id = ${spaceId})
      + (select count(*) from space_group where space_id = ${spaceId}) as total`.execute(tx);
  return rows[0]?.total ?? 0;
}

export async function countActivePeople(tx: Tx, userIds: readonly string[]): Promise<number> {
  const { total } = await tx
    .selectFrom('user')
    .select(sql<number>`count(*)`.as('total'))
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return total;
}

/** Adds people to a space. Requires the space lock. */
export async function insertMembers(
  tx: Tx,
  members: {
    readonly spaceId: string;
    readonly userIds: readonly string[];
    readonly role: SpaceRole;
    readonly now: Date;
  },
): Promise<void> {
  const { spaceId, userIds, role, now } = members;
  await tx
    .insertInto('member')
    .values(userIds.map((userId) => ({ space_id: spaceId, user_id: userId, role, created_at: now })))
    .execute();
}

export async function changeMemberRow(
  tx: Tx,
  { spaceId, userId, role }: MemberKey & { readonly role: SpaceRole },
): Promise<void> {
  await tx
    .updateTable('member')
    .set((set) => ({ role, revision: set('revision', '+', 1) }))
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMemberRow(tx: Tx, { spaceId, userId }: MemberKey): Promise<void> {
  await tx.deleteFrom('member').where('space_id', '=', spaceId).where('user_id', '=', userId).execute();
}

/** The other owner with an active account who joined first. */
export async function findOtherOwner(
  db: Db | Tx,
  { spaceId, userId }: MemberKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select('member.user_id')
    .where('member.space_id', '=', spaceId)
    .where('member.role', '=', 'owner')
    .where('member.user_id', '!=', userId)
    .where('user.status', '=', 'active')
    .orderBy('member.created_at')
    .orderBy('member.user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Makes the active member with the highest role an owner, and returns the earlier role. Undefined if there is none. */
export async function promoteHighest(
  tx: Tx,
  { spaceId }: Pick<MemberKey, 'spaceId'>,
): Promise<{ readonly userId: string; readonly from: SpaceRole } | undefined> {
  const row = await tx
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['member.user_id', 'member.role'])
    .where('member.space_id', '=', spaceId)
    .where('user.status', '=', 'active')
    .orderBy(bySpaceRole('member'))
    .orderBy('member.created_at')
    .orderBy('member.user_id')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await changeMemberRow(tx, { spaceId, userId: row.user_id, role: 'owner' });
  return { userId: row.user_id, from: row.role };
}

/** Sets the owner that reports name. The role itself is in `member`. */
export async function setOwner(
  tx: Tx,
  change: { readonly spaceId: string; readonly ownerId: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('space')
    .set({ owner_id: change.ownerId, updated_at: change.now })
    .where('id', '=', change.spaceId)
    .execute();
}

/** Lists the team spaces of a person, in the order of ids. */
export async function listTeamMemberships(
  db: Db | Tx,
  userId: string,
): Promise<readonly { readonly space_id: string; readonly role: SpaceRole }[]> {
  return await db
    .selectFrom('member')
    .innerJoin('space', 'space.id', 'member.space_id')
    .select(['member.space_id', 'member.role'])
    .where('member.user_id', '=', userId)
    .where('space.kind', '!=', 'personal')
    .orderBy('member.space_id')
    .limit(SPACES_MAX)
    .execute();
}

export interface OwnedAlone {
  readonly id: string;
  readonly name: string;
  readonly root_id: string;
  readonly owner_id: string;
  readonly used_bytes: number;
  /** The number of other people and groups in the space. */
  readonly members: number;
}

/** Lists team spaces that have no other owner with an active account, by name. */
export async function listOwnedAlone(db: Db | Tx, userId: string): Promise<readonly OwnedAlone[]> {
  const { rows } = await sql<OwnedAlone>`
    select space.id, space.name, space.root_id, space.owner_id, space.used_bytes,
      (select count(*) from member other where other.space_id = space.id and other.user_id <> ${userId})
        + (select count(*) from space_group where space_group.space_id = space.id) as members
    from member join space on space.id = member.space_id
    where member.user_id = ${userId} and member.role = 'owner' and space.kind <> 'personal'
      and not exists (
        select from member other join "user" on "user".id = other.user_id and "user".status = 'active'
        where other.space_id = space.id and other.role = 'owner' and other.user_id <> ${userId})
    order by lower(space.name), space.id
    limit ${SPACES_MAX}`.execute(db);
  return rows;
}

export async function countTeamMemberships(db: Db | Tx, userId: string): Promise<number> {
  return (await listTeamMemberships(db, userId)).length;
}

/** Locks all personal and team spaces of a person. The order of ids prevents deadlocks between two removals. */
export async function lockSpacesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .selectFrom('space')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('owner_id', '=', userId),
        eb('id', 'in', eb.selectFrom('member').select('space_id').where('user_id', '=', userId)),
      ]),
    )
    .orderBy('id')
    .limit(SPACES_MAX)
    .forNoKeyUpdate()
    .execute();
}
