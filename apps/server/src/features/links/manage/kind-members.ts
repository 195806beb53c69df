import type { Issue, PublicLink } from '@coffer/contracts';

type Kind = PublicLink['kind'];
const MEMBERS = ['request', 'downloadsMax', 'bytesMax'] as const;
type Member = (typeof MEMBERS)[number];

/**
 * The members that each kind of link may have. Only links for uploads have terms, and only links for downloads have
 * limits of downloads.
 */
const MEMBERS_OF: Readonly<Record<Kind, readonly Member[]>> = {
  view: [],
  download: ['downloadsMax', 'bytesMax'],
  edit: ['request'],
  request: ['request'],
};

/** Issues for members that a link of this kind cannot have. Absent and null values are fine. */
export function unfitMembers(kind: Kind, values: Readonly<Record<Member, unknown>>): readonly Issue[] {
  return MEMBERS.filter((member) => values[member] !== undefined && values[member] !== null)
    .filter((member) => !MEMBERS_OF[kind].includes(member))
    .map((path) => ({ path, code: 'unknown_member' }));
}
