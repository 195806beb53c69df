import {
  type AccessList,
  type AccessReason,
  type GroupAccess,
  GroupId,
  isAtLeast,
  LIMITS,
  NodeId,
  type Person,
  type PersonAccess,
  presentRole,
  SPACE_ROLES,
  type SpaceRole,
  UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { findNode, may, type NodeAccess, visibleAncestors } from '../files/index.ts';
import { mayShare, WAYS_MAX } from './model.ts';
import { presentGrant, presentThrough } from './present.ts';
import { type GrantRow, listGrantRows, listHeldGrants } from './store/grants.ts';
import {
  countPeopleIn,
  listGroupIdsOf,
  listSpaceGroups,
  listSpaceMembers,
  type SpaceHolder,
} from './store/holders.ts';

export interface Reading {
  readonly actor: Person;
  readonly now: Date;
  readonly access: NodeAccess;
}

/** Lists who has access, with every reason. Readers who may not know others get only their own reasons. */
export async function listAccess(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<AccessList, { readonly code: 'node_not_found' }> {
  const { db } = services;
  const now = services.clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const reading = { actor, now, access };
  const all = await findReasons(db, reading);
  const people = Map.groupBy(
    all.filter((found) => found.user_id !== null),
    (found) => found.user_id,
  );
  const groups = Map.groupBy(
    all.filter((found) => found.user_id === null),
    (found) => found.group_id,
  );
  const counts = await countPeopleIn(
    db,
    [...groups.keys()].filter((id) => id !== null),
  );
  const items = [...people.values()].flatMap(presentPerson);
  const role = presentRole(access.role);
  return ok({
    role,
    mayShare: mayShare(role),
    items: items.toSorted((a, b) => compare(a, b, actor)),
    groups: [...groups.values()]
      .flatMap((found) => presentGroup(found, counts))
      .toSorted((a, b) => rank(b.role) - rank(a.role) || a.name.localeCompare(b.name)),
  });
}

/**
 * The reasons of people with a direct role or grant, and of groups. People who have access only through a group are
 * part of that group.
 */
async function findReasons(db: Db, reading: Reading): Promise<readonly Found[]> {
  const { actor, now, access } = reading;
  const { node, ancestors } = access;
  const spaceId = node.space_id;
  const isAlone = !seesOthers(reading);
  const onNodes = { spaceId, nodeIds: [...ancestors, node].map(({ id }) => id), now };
  const ofUser = isAlone ? actor.id : undefined;
  const [members, spaceGroups, given, ownGroups] = await Promise.all([
    isAlone ? [] : listSpaceMembers(db, { spaceId, limit: LIMITS.membersMax }),
    listSpaceGroups(db, { spaceId, ofUser, limit: LIMITS.membersMax }),
    listGrantRows(db, { ...onNodes, limit: WAYS_MAX }),
    listGroupIdsOf(db, actor.id),
  ]);
  const named = [...members, ...given].flatMap((row) => row.user_id ?? []);
  const userIds = isAlone ? [actor.id] : [...new Set([...named, actor.id])];
  const ofPeople = await listReasonsOf(db, reading, userIds);
  const toGroups = given.filter(({ group_id: id }) => id !== null && (!isAlone || ownGroups.has(id)));
  const sees = ({ user_id: id, reason }: Found) =>
    reason.kind === 'grant' || may({ actor: { id: id ?? '' }, role: reason.role, now }, 'see', node);
  const groupsIn = spaceGroups.map((row) => ({ ...row, reason: membershipOf(row) }));
  return [
    ...[...ofPeople, ...groupsIn].filter(sees),
    ...toGroups.map((row) => ({ ...row, reason: reasonOf(reading, row) })),
  ];
}

/** All reasons of these people, including those through their groups. */
export async function listReasonsOf(
  db: Db,
  reading: Reading,
  userIds: readonly string[],
): Promise<readonly Found[]> {
  const { now, access } = reading;
  const { space_id: spaceId } = access.node;
  const nodeIds = [...access.ancestors, access.node].map(({ id }) => id);
  const [inSpace, onNodes] = await Promise.all([
    listSpaceMembers(db, { spaceId, userIds, limit: WAYS_MAX }),
    listHeldGrants(db, { spaceId, nodeIds, now, userIds, limit: WAYS_MAX }),
  ]);
  return [
    ...inSpace.map((row) => ({ ...row, reason: membershipOf(row) })),
    ...onNodes.map((row) => ({ ...row, reason: reasonOf(reading, row) })),
  ];
}

function membershipOf(row: SpaceHolder): AccessReason {
  return { kind: 'space', role: row.role, group: throughOf(row) };
}

/** Whether the reader may learn who else sees the item. */
export function seesOthers({ access }: Pick<Reading, 'access'>): boolean {
  if (mayShare(presentRole(access.role))) return true;
  const inSpace = access.ancestors[0]?.role ?? (access.node.parent_id === null ? access.role : undefined);
  return inSpace !== undefined && inSpace !== 'contributor' && inSpace !== 'contributing_viewer';
}

interface Found
  extends Pick<SpaceHolder, 'user_id' | 'group_id' | 'name' | 'email' | 'picture_id' | 'is_active'> {
  readonly reason: AccessReason;
}

/** The group that gives access to a person. Null for a reason of the group itself. */
function throughOf(row: Pick<GrantRow, 'user_id' | 'group_id' | 'group_name'>): AccessReason['group'] {
  return row.user_id === null ? null : presentThrough(row);
}

function reasonOf(reading: Reading, row: GrantRow): AccessReason {
  return {
    kind: 'grant',
    role: row.role,
    group: throughOf(row),
    folder: folderOf(reading, row.node_id),
    grantedBy: row.granter_name,
    isGrantedByYou: row.granted_by === reading.actor.id,
    grant: { ...presentGrant(row), message: readsMessage(reading, row) ? row.message : '' },
  };
}

/** Its words are for the receiver, and for those who decide about access. */
function readsMessage({ actor, access }: Reading, row: GrantRow): boolean {
  return row.user_id === actor.id || row.granted_by === actor.id || mayShare(presentRole(access.role));
}

/** The folder that a reason comes from, with its name if the reader sees it. Null for the node itself. */
export function folderOf(
  { actor, now, access }: Reading,
  nodeId: string,
): { id: NodeId; name: string | null } | null {
  const folder = access.ancestors.find(({ id }) => id === nodeId);
  if (folder === undefined) return null;
  const isSeen = visibleAncestors({ actor, now }, access).some(({ id }) => id === nodeId);
  return { id: NodeId.parse(folder.id), name: isSeen ? folder.name : null };
}

export function presentPerson(found: readonly Found[]): readonly PersonAccess[] {
  const [person] = found;
  if (person === undefined) return [];
  const { name, email, is_active: isActive } = person;
  const picture = person.picture_id ?? undefined;
  return [{ personId: UserId.parse(person.user_id), name, picture, email, isActive, ...ranked(found) }];
}

function presentGroup(found: readonly Found[], people: ReadonlyMap<string, number>): readonly GroupAccess[] {
  const [group] = found;
  if (group === undefined) return [];
  const groupId = GroupId.parse(group.group_id);
  return [{ groupId, name: group.name, people: people.get(groupId) ?? 0, ...ranked(found) }];
}

function ranked(found: readonly Found[]): Pick<PersonAccess, 'role' | 'reasons'> {
  const reasons = found.map(({ reason }) => reason).toSorted((a, b) => rank(b.role) - rank(a.role));
  return { role: reasons[0]?.role ?? 'viewer', reasons };
}

function rank(role: SpaceRole): number {
  return SPACE_ROLES.indexOf(role);
}

function compare(a: PersonAccess, b: PersonAccess, actor: Person): number {
  if (a.personId === actor.id || b.personId === actor.id) return a.personId === actor.id ? -1 : 1;
  if (a.role !== b.role) return isAtLeast(a.role, b.role) ? -1 : 1;
  return a.name.localeCompare(b.name) || a.personId.localeCompare(b.personId);
}
