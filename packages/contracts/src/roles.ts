/** Roles of a person in the installation, from least to most permissions. */
export const SYSTEM_ROLES = ['member', 'auditor', 'administrator'] as const;

/** Roles in a space, from least to most permissions. */
export const SPACE_ROLES = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;
export type SpaceRole = (typeof SPACE_ROLES)[number];

export function isAtLeast(role: SpaceRole, needed: SpaceRole): boolean {
  return SPACE_ROLES.indexOf(role) >= SPACE_ROLES.indexOf(needed);
}
