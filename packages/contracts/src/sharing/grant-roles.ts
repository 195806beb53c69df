import type { SpaceRole } from '../roles.ts';

/** Roles that can be given on a file or folder, from least to most permissions. */
export const GRANT_ROLES = ['viewer', 'editor', 'manager'] as const satisfies readonly SpaceRole[];
export type GrantRole = (typeof GRANT_ROLES)[number];
