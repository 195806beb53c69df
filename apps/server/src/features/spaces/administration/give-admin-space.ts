import type { UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { notify } from '../../notifications/index.ts';
import {
  changeMemberRow,
  countActivePeople,
  insertMembers,
  listMemberRows,
  setOwner,
} from '../store/members.ts';
import {
  type AdministeredSpace,
  type AdministrationNeeds,
  inAdministeredSpace,
} from './in-administered-space.ts';

/**
 * For a space whose owner has left. The owners of before manage it, and are told as the new one is. Administrators give
 * no space to themselves, unless its owner has no account any more.
 */
export async function giveAdminSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace & { readonly toId: UserId },
): Outcome<undefined, Failure> {
  const { actor, spaceId, toId } = about;
  const { newId } = services;
  return await inAdministeredSpace(services, about, async (tx, { space, now, record }) => {
    if (toId === actor.id && space.owner_status !== 'removed') return err({ code: 'own_account' });
    if (space.archived_at !== null) return err({ code: 'space_not_found' });
    if ((await countActivePeople(tx, [toId])) === 0) return err({ code: 'person_not_found' });
    const members = await listMemberRows(tx, { spaceId });
    const receiver = members.find(({ user_id: id }) => id === toId);
    const former = members.filter(({ role, user_id: id }) => role === 'owner' && id !== toId);
    if (receiver?.role === 'owner' && former.length === 0) return ok(undefined);
    for (const { user_id: userId } of former) await changeMemberRow(tx, { spaceId, userId, role: 'manager' });
    if (receiver === undefined) await insertMembers(tx, { spaceId, userIds: [toId], role: 'owner', now });
    else if (receiver.role !== 'owner') await changeMemberRow(tx, { spaceId, userId: toId, role: 'owner' });
    await setOwner(tx, { spaceId, ownerId: toId, now });
    await record([
      { verb: 'space_handed_over', facts: { from: space.owner_id, to: toId } },
      ...former.map(({ user_id: person }) => ({
        verb: 'member_changed' as const,
        facts: { person, from: 'owner', to: 'manager' },
      })),
    ]);
    const told = { actorId: actor.id, at: now, newId };
    const named = { spaceId, name: space.name };
    const kind = receiver === undefined ? 'space_added' : 'space_role';
    await notify(tx, { ...told, personIds: [toId], subject: { kind, ...named, role: 'owner' } });
    await notify(tx, {
      ...told,
      personIds: former.map(({ user_id: id }) => id),
      subject: { kind: 'space_role', ...named, role: 'manager' },
    });
    services.log.info('space_given', { spaceId, actorId: actor.id, toId });
    return ok(undefined);
  });
}
