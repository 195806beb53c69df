export const ADMIN_SPACE_SORTS = ['name', 'owner', 'members', 'used', 'share', 'state'] as const;
export type AdminSpaceSort = (typeof ADMIN_SPACE_SORTS)[number];

export const ADMIN_SPACE_KINDS = ['team', 'personal'] as const;
export type AdminSpaceKind = (typeof ADMIN_SPACE_KINDS)[number];

/** `full` is active with 80 percent of the limit or more; `held` is on hold, archived or not. */
export const ADMIN_SPACE_STATES = ['active', 'full', 'archived', 'held'] as const;
export type AdminSpaceState = (typeof ADMIN_SPACE_STATES)[number];
