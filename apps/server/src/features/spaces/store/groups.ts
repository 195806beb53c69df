import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { GroupRole, SpaceGroupRow } from '../model.ts';
import { bySpaceRole } from './members.ts';

const GROUPS_MAX = 2_000;

interface GroupKey {
  readonly spaceId: string;
  readonly groupId: string;
}

const people = sql<number>`(
  select count(*) from group_member join "user" on "user".id = group_member.user_id
  where group_member.group_id = space_group.group_id and "user".status = 'active')`;

/** Lists groups of a space, highest role first, then by name. */
export async function listGroupRows(
  db: Db | Tx,
  { spaceId, groupIds }: { readonly spaceId: string; readonly groupIds?: readonly string[] },
): Promise<readonly SpaceGroupRow[]> {
  return await db
    .selectFrom('space_group')
    .innerJoin('group', 'group.id', 'space_group.group_id')
    .select(['space_group.group_id', 'space_group.role', 'space_group.created_at', 'space_group.revision'])
    .select(['group.name', people.as('people')])
    .where('space_group.space_id', '=', spaceId)
    .$if(groupIds !== undefined, (query) =>
      query.where('space_group.group_id', '=', sql<string>`any(${groupIds ?? []}::uuid[])`),
    )
    .orderBy(bySpaceRole('space_group'))
    .orderBy(sql`lower("group".name)`)
    .orderBy('space_group.group_id')
    .limit(GROUPS_MAX)
    .execute();
}

export async function findGroupRow(
  tx: Tx,
  { spaceId, groupId }: GroupKey,
): Promise<SpaceGroupRow | undefined> {
  return (await listGroupRows(tx, { spaceId, groupIds: [groupId] }))[0];
}

/** Counts those of the groups that exist. Locks them, so that none is deleted before the transaction ends. */
export async function countKnownGroups(tx: Tx, groupIds: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('group')
    .select('id')
    .where('id', '=', sql<string>`any(${groupIds}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.length;
}

/** Adds groups to a space. Requires the space lock. */
export async function insertGroups(
  tx: Tx,
  groups: {
    readonly spaceId: string;
    readonly groupIds: readonly string[];
    readonly role: GroupRole;
    readonly now: Date;
  },
): Promise<void> {
  const { spaceId, groupIds, role, now } = groups;
  await tx
    .insertInto('space_group')
    .values(groupIds.map((groupId) => ({ space_id: spaceId, group_id: groupId, role, created_at: now })))
    .execute();
}

export async function changeGroupRow(
  tx: Tx,
  { spaceId, groupId, role }: GroupKey & { readonly role: GroupRole },
): Promise<void> {
  await tx
    .updateTable('space_group')
    .set((set) => ({ role, revision: set('revision', '+', 1) }))
    .where('space_id', '=', spaceId)
    .where('group_id', '=', groupId)
    .execute();
}

export async function deleteGroupRow(tx: Tx, { spaceId, groupId }: GroupKey): Promise<void> {
  await tx
    .deleteFrom('space_group')
    .where('space_id', '=', spaceId)
    .where('group_id', '=', groupId)
    .execute();
}
