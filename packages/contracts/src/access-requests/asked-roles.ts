import type { SpaceRole } from '../roles.ts';

/** Roles that a person may ask for, from least to most permissions. */
export const ASKED_ROLES = ['editor', 'manager'] as const satisfies readonly SpaceRole[];
export type AskedRole = (typeof ASKED_ROLES)[number];
