import type { Person, SpaceId, SpaceMemberList } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { maySeeMember } from '../policy.ts';
import { presentMember, presentSpaceGroup } from '../present.ts';
import { listGroupRows } from '../store/groups.ts';
import { listMemberRows } from '../store/members.ts';
import { roleIn } from '../store/spaces.ts';

/** Lists the members of a space. Strangers get the error for an unknown space. */
export async function listMembers(
  services: Pick<Services, 'db'>,
  actor: Person,
  spaceId: SpaceId,
): Outcome<SpaceMemberList, { readonly code: 'space_not_found' }> {
  const role = await roleIn(services.db, spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const viewer = { id: actor.id, role };
  const rows = await listMemberRows(services.db, { spaceId });
  const groups = await listGroupRows(services.db, { spaceId });
  const visible = rows.filter((row) => maySeeMember(viewer, { userId: row.user_id, role: row.role }));
  return ok({
    items: visible.map(presentMember),
    groups: groups.filter((row) => maySeeMember(viewer, { role: row.role })).map(presentSpaceGroup),
  });
}
