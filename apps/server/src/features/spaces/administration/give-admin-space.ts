import type { UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { countActivePeople, findOtherOwner } from '../store/members.ts';
import {
  type AdministeredSpace,
  type AdministrationNeeds,
  inAdministeredSpace,
} from './in-administered-space.ts';
import { makeOnlyOwner } from './make-only-owner.ts';

/**
 * Replaces all owners of a team space. Administrators cannot give a space to themselves, unless no owner has an
 * account any more.
 */
export async function giveAdminSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace & { readonly toId: UserId },
): Outcome<undefined, Failure> {
  const { actor, spaceId, toId } = about;
  const { newId } = services;
  return await inAdministeredSpace(services, about, async (tx, { space, now }) => {
    const otherId = await findOtherOwner(tx, { spaceId, userId: toId });
    const isOwned = space.owner_status !== 'removed' || otherId !== undefined;
    if (toId === actor.id && isOwned) return err({ code: 'own_account' });
    if (space.archived_at !== null) return err({ code: 'space_not_found' });
    if ((await countActivePeople(tx, [toId])) === 0) return err({ code: 'person_not_found' });
    const hasChanged = await makeOnlyOwner(tx, { space, toId, actorId: actor.id, now, newId });
    if (hasChanged) services.log.info('space_given', { spaceId, actorId: actor.id, toId });
    return ok(undefined);
  });
}
