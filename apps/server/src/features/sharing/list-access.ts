import {
  type AccessList,
  type AccessReason,
  isAtLeast,
  LIMITS,
  NodeId,
  type Person,
  type PersonAccess,
  SPACE_ROLES,
  type SpaceRole,
  UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode, may, type NodeAccess, presentRole, visibleAncestors } from '../files/index.ts';
import { mayShare } from './model.ts';
import { presentGrant } from './present.ts';
import { type GrantRow, listGrantRows, listSpaceMembers } from './store/grants.ts';

interface Reading {
  readonly actor: Person;
  readonly now: Date;
  readonly access: NodeAccess;
}

/** Who has access, and every reason for it. Readers who may not know others learn only why they have it themselves. */
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
  const { node, ancestors } = access;
  const only = seesOthers(reading) ? undefined : actor.id;
  const [members, grants] = await Promise.all([
    listSpaceMembers(db, {
      spaceId: node.space_id,
      userIds: only === undefined ? undefined : [only],
      limit: LIMITS.membersMax,
    }),
    listGrantRows(db, {
      spaceId: node.space_id,
      nodeIds: [...ancestors, node].map(({ id }) => id),
      userId: only,
      now,
      limit: LIMITS.grantsPerNodeMax,
    }),
  ]);
  const seeing = members.filter(({ user_id: id, role }) => may({ actor: { id }, role, now }, 'see', node));
  const reasons: Found[] = [
    ...seeing.map((member) => ({ ...member, reason: { kind: 'space', role: member.role } as const })),
    ...grants.map((grant) => ({ ...grant, reason: reasonOf(reading, grant) })),
  ];
  const items = [...Map.groupBy(reasons, ({ user_id: id }) => id).values()].flatMap(presentPerson);
  return ok({
    role: presentRole(access.role),
    mayShare: mayShare(presentRole(access.role)),
    items: items.toSorted((a, b) => compare(a, b, actor)),
  });
}

function seesOthers({ access }: Reading): boolean {
  if (mayShare(presentRole(access.role))) return true;
  const inSpace = access.ancestors[0]?.role ?? (access.node.parent_id === null ? access.role : undefined);
  return inSpace !== undefined && inSpace !== 'contributor' && inSpace !== 'contributing_viewer';
}

interface Found {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly reason: AccessReason;
}

function reasonOf({ actor, now, access }: Reading, row: GrantRow): AccessReason {
  const folder = access.ancestors.find(({ id }) => id === row.node_id);
  const isSeen = visibleAncestors({ actor, now }, access).some(({ id }) => id === row.node_id);
  return {
    kind: 'grant',
    role: row.role,
    folder: folder === undefined ? null : { id: NodeId.parse(folder.id), name: isSeen ? folder.name : null },
    grantedBy: row.granter_name,
    grant: presentGrant(row),
  };
}

function presentPerson(found: readonly Found[]): readonly PersonAccess[] {
  const [person] = found;
  if (person === undefined) return [];
  const reasons = found.map(({ reason }) => reason).toSorted((a, b) => rank(b.role) - rank(a.role));
  const role = reasons[0]?.role ?? 'viewer';
  const { name, email, is_active: isActive } = person;
  return [{ personId: UserId.parse(person.user_id), name, email, isActive, role, reasons }];
}

function rank(role: SpaceRole): number {
  return SPACE_ROLES.indexOf(role);
}

function compare(a: PersonAccess, b: PersonAccess, actor: Person): number {
  if (a.personId === actor.id || b.personId === actor.id) return a.personId === actor.id ? -1 : 1;
  if (a.role !== b.role) return isAtLeast(a.role, b.role) ? -1 : 1;
  return a.name.localeCompare(b.name) || a.personId.localeCompare(b.personId);
}
