import { type GrantRole, isAtLeast, type SpaceRole } from '@coffer/contracts';

export const ROLE_THAT_SHARES = 'manager' satisfies SpaceRole;

/**
 * Whether people with this role may share. They give at most their own role, and the highest role of a grant is the
 * lowest that may share.
 */
export function mayShare(role: SpaceRole): boolean {
  return isAtLeast(role, ROLE_THAT_SHARES);
}

/**
 * Whether the role includes the requested one. Contributors see only their own files, so no other role includes theirs,
 * and theirs includes none.
 */
export function covers(held: SpaceRole, asked: GrantRole): boolean {
  return held !== 'contributor' && isAtLeast(held, asked);
}
