import {
  type AdminGroupsPage,
  type AdminGroupsQuery,
  type GroupId,
  type GroupMembersPage,
  type GroupMembersQuery,
  type GroupReach,
  type Person,
  SpaceId,
  UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { administering } from './policy.ts';
import { presentAdminGroup } from './present.ts';
import { countGroups, findCountedGroup, listCountedGroups } from './store/groups.ts';
import { countMembers, listMembers } from './store/members.ts';
import { listPlaces } from './store/reach.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

export async function listGroups(
  { clock, db }: Needs,
  actor: Person,
  query: AdminGroupsQuery,
): Outcome<AdminGroupsPage, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const wanted = { ...query, text: query.text.toLowerCase() };
  const [rows, total] = await Promise.all([
    listCountedGroups(db, wanted, clock.now()),
    countGroups(db, wanted),
  ]);
  return ok({ items: rows.map(presentAdminGroup), total });
}

export async function getGroup(
  { clock, db }: Needs,
  actor: Person,
  groupId: GroupId,
): Outcome<GroupReach, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const now = clock.now();
  const group = await findCountedGroup(db, groupId, now);
  if (group === undefined) return err({ code: 'group_not_found' });
  const places = await listPlaces(db, groupId, now);
  return ok({
    group: presentAdminGroup(group),
    places: places.map(({ space_id: spaceId, owner_name: ownerName, name, role, shared }) => ({
      spaceId: SpaceId.parse(spaceId),
      name,
      ownerName,
      role,
      shared,
    })),
  });
}

export async function listGroupMembers(
  { clock, db }: Needs,
  actor: Person,
  { groupId, query }: { readonly groupId: GroupId; readonly query: GroupMembersQuery },
): Outcome<GroupMembersPage, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  if ((await findCountedGroup(db, groupId, clock.now())) === undefined)
    return err({ code: 'group_not_found' });
  const wanted = { ...query, groupId, text: query.text.toLowerCase() };
  const [rows, total] = await Promise.all([listMembers(db, wanted), countMembers(db, wanted)]);
  return ok({
    items: rows.map((row) => ({
      personId: UserId.parse(row.user_id),
      // Some user pools store no name.
      name: row.name === '' ? row.username : row.name,
      picture: row.picture_id ?? undefined,
      email: row.email,
      isActive: row.status === 'active',
      addedAt: row.created_at.toISOString(),
    })),
    total,
  });
}
