import type { Member } from '../../../api/spaces/team.ts';

/** The server refuses to let the last active owner go. */
export function isOnlyOwner(member: Member, members: readonly Member[]): boolean {
  if (member.role !== 'owner') return false;
  return !members.some(
    ({ role, isActive, personId }) => role === 'owner' && isActive && personId !== member.personId,
  );
}
