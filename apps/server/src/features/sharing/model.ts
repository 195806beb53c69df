import { type GrantRole, isAtLeast, type SpaceRole } from '@coffer/contracts';

export const ROLE_THAT_SHARES = 'manager' satisfies SpaceRole;

/** People give at most their own role; the roles to give end where sharing begins. */
export function mayShare(role: SpaceRole): boolean {
  return isAtLeast(role, ROLE_THAT_SHARES);
}

/** Contributors see only their own files, so no other role covers theirs and theirs covers none. */
export function covers(held: SpaceRole, asked: GrantRole): boolean {
  return held !== 'contributor' && isAtLeast(held, asked);
}
