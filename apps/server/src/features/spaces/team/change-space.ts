import type { ChangeSpaceRequest, Person, Space, SpaceId } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { neededToManage } from '../policy.ts';
import { presentSpace } from '../present.ts';
import { findSpace } from '../store/spaces.ts';
import { changeTeamRow } from '../store/team.ts';
import { inTeamSpace, notAllowed, type TeamNeeds } from './in-team-space.ts';

export async function changeSpace(
  services: TeamNeeds,
  actor: Person,
  input: {
    readonly spaceId: SpaceId;
    readonly change: ChangeSpaceRequest;
    readonly revision: number | undefined;
  },
): Outcome<Space, Failure> {
  const { spaceId, change, revision } = input;
  return await inTeamSpace(services, { actor, spaceId }, async (tx, { space, role, now, record }) => {
    const needed = neededToManage(role);
    if (needed !== undefined) return err(notAllowed(needed));
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== space.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: space.revision } });
    }
    const after = {
      name: change.name ?? space.name,
      description: change.description ?? space.description,
      color: change.color ?? space.color,
    };
    await changeTeamRow(tx, { spaceId, rootId: space.root_id, ...after, now });
    await record([
      {
        verb: 'space_changed',
        facts: { from: space.name, to: after.name, description: after.description, color: after.color },
      },
    ]);
    const row = await findSpace(tx, { spaceId, userId: actor.id });
    return ok(presentSpace(defined(row, 'the locked space was not found')));
  });
}
