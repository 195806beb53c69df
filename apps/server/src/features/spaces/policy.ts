import { isAtLeast, type Person, type SpaceCreators, type SpaceRole, type HeldRole } from '@coffer/contracts';

/** The role that manages members and settings of a space. */
export const ROLE_THAT_MANAGES = 'manager' satisfies SpaceRole;
/** The role that archives and restores a space, and decides everything about owners. */
export const ROLE_THAT_OWNS = 'owner' satisfies SpaceRole;

/** The role that the actor lacks. Undefined if they may manage members with the roles `touched`. */
export function neededToManage(role: SpaceRole, touched: readonly SpaceRole[] = []): SpaceRole | undefined {
  const needed = touched.includes('owner') ? ROLE_THAT_OWNS : ROLE_THAT_MANAGES;
  return isAtLeast(role, needed) ? undefined : needed;
}

/**
 * Whether the viewer may see a member. Contributors see only their own uploads, so they must not learn who else
 * contributes.
 */
export function maySeeMember(
  viewer: { readonly id: string; readonly role: HeldRole },
  member: { readonly userId?: string; readonly role: SpaceRole },
): boolean {
  if (viewer.role !== 'contributor') return true;
  return member.userId === viewer.id || isAtLeast(member.role, ROLE_THAT_MANAGES);
}

/** Whether the person may list all spaces: names, owners and sizes, never contents. */
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
