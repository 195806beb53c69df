import * as z from 'zod/mini';

/** What a person may do in the installation as a whole. */
export const SystemRole = z.enum(['member', 'auditor', 'administrator']);
export type SystemRole = z.infer<typeof SystemRole>;

/** What a person may do in a space, from least to most. */
export const SPACE_ROLES = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;
export const SpaceRole = z.enum(SPACE_ROLES);
export type SpaceRole = z.infer<typeof SpaceRole>;

/** True when `role` is `needed` or more. */
export function isAtLeast(role: SpaceRole, needed: SpaceRole): boolean {
  return SPACE_ROLES.indexOf(role) >= SPACE_ROLES.indexOf(needed);
}
