import { isAtLeast, type Person, type SpaceCreators, type SpaceRole, type HeldRole } from '@coffer/contracts';

/** Members and settings of a space. */
export const ROLE_THAT_MANAGES = 'manager' satisfies SpaceRole;
/** Archive and restore, and everything about owners. */
export const ROLE_THAT_OWNS = 'owner' satisfies SpaceRole;

/** Undefined when the actor may do it, otherwise the role that may. */
export function neededToManage(role: SpaceRole, touched: readonly SpaceRole[] = []): SpaceRole | undefined {
  const needed = touched.includes('owner') ? ROLE_THAT_OWNS : ROLE_THAT_MANAGES;
  return isAtLeast(role, needed) ? undefined : needed;
}

/** A contributor sees only own uploads, so does not learn who else contributes. */
export function maySeeMember(
  viewer: { readonly id: string; readonly role: HeldRole },
  member: { readonly userId?: string; readonly role: SpaceRole },
): boolean {
  if (viewer.role !== 'contributor') return true;
  return member.userId === viewer.id || isAtLeast(member.role, ROLE_THAT_MANAGES);
}

/** Names, owners and sizes, never contents. */
export function mayListAllSpaces({ role }: Pick<Person, 'role'>): boolean {
  return role === 'auditor' || role === 'administrator';
}

export function mayAdministerSpaces({ role }: Pick<Person, 'role'>): boolean {
  return role === 'administrator';
}

export function mayCreateSpaces(
  actor: { readonly role: 'member' | 'auditor' | 'administrator' },
  creators: SpaceCreators,
): boolean {
  return creators === 'everyone' || actor.role === 'administrator';
}
