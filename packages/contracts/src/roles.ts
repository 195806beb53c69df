/** Roles of a person in the installation, from least to most permissions. */
export const SYSTEM_ROLES = ['member', 'auditor', 'administrator'] as const;

/** Roles in a space, from least to most permissions. */
export const SPACE_ROLES = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;
export type SpaceRole = (typeof SPACE_ROLES)[number];

export function isAtLeast(role: SpaceRole, needed: SpaceRole): boolean {
  return SPACE_ROLES.indexOf(role) >= SPACE_ROLES.indexOf(needed);
}

/**
 * `contributing_viewer`: both contributor and viewer, of the space or of a folder. Sees everything in it, and adds
 * files as a contributor.
 */
export type HeldRole = SpaceRole | 'contributing_viewer';

/** Roles add up; none takes away a permission of another. Undefined without roles. */
export function strongest(roles: readonly SpaceRole[]): HeldRole | undefined {
  const highest = SPACE_ROLES.findLast((role) => roles.includes(role));
  return highest === 'contributor' && roles.includes('viewer') ? 'contributing_viewer' : highest;
}

/** The role to show in responses, which contain only roles of spaces. */
export function presentRole(role: HeldRole): SpaceRole {
  return role === 'contributing_viewer' ? 'contributor' : role;
}
