import * as z from 'zod/mini';
import { SYSTEM_ROLES } from './administration/people-columns.ts';

export const SystemRole = z.enum(SYSTEM_ROLES);
export type SystemRole = z.infer<typeof SystemRole>;

/** Roles in a space, from least to most permissions. */
export const SPACE_ROLES = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;
export const SpaceRole = z.enum(SPACE_ROLES);
export type SpaceRole = z.infer<typeof SpaceRole>;

export function isAtLeast(role: SpaceRole, needed: SpaceRole): boolean {
  return SPACE_ROLES.indexOf(role) >= SPACE_ROLES.indexOf(needed);
}
