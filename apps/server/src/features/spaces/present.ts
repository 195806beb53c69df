import {
  GroupId,
  NodeId,
  type Space,
  type SpaceGroup,
  SpaceId,
  type SpaceMember,
  UserId,
  presentRole,
  strongest,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { MemberRow, SpaceGroupRow, SpaceRow } from './model.ts';

export function presentSpace(row: SpaceRow): Space {
  return {
    id: SpaceId.parse(row.id),
    name: row.name,
    description: row.description,
    color: row.color,
    kind: row.kind,
    rootId: NodeId.parse(row.root_id),
    role: presentRole(defined(strongest(row.roles), 'a space was listed for a person without a role')),
    quotaBytes: row.quota_bytes,
    usedBytes: row.used_bytes,
    reservedBytes: row.reserved_bytes,
    heldBytes: row.held_bytes,
    purgedBytes: row.purged_bytes,
    isOnHold: row.is_on_hold,
    revision: row.revision,
  };
}

export function presentMember(row: MemberRow): SpaceMember {
  return {
    personId: UserId.parse(row.user_id),
    // Some user pools store no name.
    name: row.name === '' ? row.username : row.name,
    picture: row.picture_id ?? undefined,
    email: row.email,
    role: row.role,
    isActive: row.status === 'active',
    addedAt: row.created_at.toISOString(),
    revision: row.revision,
  };
}

export function presentSpaceGroup(row: SpaceGroupRow): SpaceGroup {
  return {
    groupId: GroupId.parse(row.group_id),
    name: row.name,
    people: row.people,
    role: row.role,
    addedAt: row.created_at.toISOString(),
    revision: row.revision,
  };
}
