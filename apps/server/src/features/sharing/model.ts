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

/** The maximum number of reasons for access that are read at once. A person in many groups may have several. */
export const WAYS_MAX = 10_000;

export interface Terms {
  readonly role: SpaceRole;
  /** Null: access does not end. */
  readonly expiresAt: Date | null;
}

/** Whether access that ends at `held` lasts at least until `asked`. */
export function outlasts(held: Date | null, asked: Date | null): boolean {
  return held === null || (asked !== null && held >= asked);
}

/** Whether somebody with `held` gets nothing more by `asked`. */
export function isEnough(held: Terms, asked: Terms & { readonly role: GrantRole }): boolean {
  return covers(held.role, asked.role) && outlasts(held.expiresAt, asked.expiresAt);
}

/** Whether replacing the grant `held` by `asked` would lower the role or bring the end forward. */
export function takesAway(
  held: { readonly role: GrantRole; readonly expiresAt: Date | null },
  asked: Terms,
): boolean {
  return !isEnough(asked, held);
}
