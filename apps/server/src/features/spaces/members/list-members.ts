import { type Person, type SpaceId, type SpaceMemberList } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { maySeeMember } from '../policy.ts';
import { presentMember } from '../present.ts';
import { listMemberRows } from '../store/members.ts';

/** Strangers get the answer for an unknown space. */
export async function listMembers(
  services: Pick<Services, 'db'>,
  actor: Person,
  spaceId: SpaceId,
): Outcome<SpaceMemberList, { readonly code: 'space_not_found' }> {
  const rows = await listMemberRows(services.db, { spaceId });
  const own = rows.find((row) => row.user_id === actor.id);
  if (own === undefined) return err({ code: 'space_not_found' });
  const viewer = { id: actor.id, role: own.role };
  const visible = rows.filter((row) => maySeeMember(viewer, { userId: row.user_id, role: row.role }));
  return ok({ items: visible.map(presentMember) });
}
