export const PEOPLE_SORTS = ['name', 'role', 'status', 'used', 'seen'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

/** `invited` is an unused invitation, `removed` an account that its owner deleted. */
export const PERSON_STATUSES = ['active', 'invited', 'disabled', 'removed'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];
