import type { Member } from '../../../api/spaces/team.ts';

/**
 * Whether the member is an owner and no other active owner exists. The server then refuses to remove the member or
 * change the role.
 */
export function isOnlyOwner(member: Member, members: readonly Member[]): boolean {
  if (member.role !== 'owner') return false;
  return !members.some(
    ({ role, isActive, personId }) => role === 'owner' && isActive && personId !== member.personId,
  );
}
