import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { notify } from '../../notifications/index.ts';
import { archiveRow, restoreArchivedRow } from '../store/archive.ts';
import { listMemberRows } from '../store/members.ts';
import { expiry } from '../team/archive-space.ts';
import {
  type AdministeredSpace,
  type AdministrationNeeds,
  inAdministeredSpace,
} from './in-administered-space.ts';

/** Archives a space and notifies its owners. Members lose access at once, and get it back if the space is restored. */
export async function archiveAdminSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace,
): Outcome<undefined, Failure> {
  return await inAdministeredSpace(services, about, async (tx, { space, now, record }) => {
    if (space.archived_at !== null) return ok(undefined);
    if (space.hold_reason !== null) return err({ code: 'under_hold' });
    const owners = await ownersOf(tx, space.id);
    await archiveRow(tx, { spaceId: space.id, now });
    await record([{ verb: 'space_archived', facts: { name: space.name } }]);
    const subject = { kind: 'space_archived', name: space.name } as const;
    await notify(tx, { ...toldBy(services, about, now), ...owners, subject });
    services.log.info('space_archived_by', { spaceId: space.id, actorId: about.actor.id });
    return ok(undefined);
  });
}

export async function restoreAdminSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace,
): Outcome<undefined, Failure> {
  return await inAdministeredSpace(services, about, async (tx, { space, now, record }) => {
    if (space.archived_at === null) return ok(undefined);
    if (space.archived_at <= expiry(now) && space.hold_reason === null)
      return err({ code: 'space_not_found' });
    await restoreArchivedRow(tx, { spaceId: space.id, now });
    await record([{ verb: 'space_restored', facts: { name: space.name } }]);
    const subject = { kind: 'space_restored', spaceId: about.spaceId, name: space.name } as const;
    await notify(tx, { ...toldBy(services, about, now), ...(await ownersOf(tx, space.id)), subject });
    services.log.info('space_restored_by', { spaceId: space.id, actorId: about.actor.id });
    return ok(undefined);
  });
}

function toldBy({ newId }: AdministrationNeeds, { actor }: AdministeredSpace, at: Date) {
  return { actorId: actor.id, at, newId };
}

async function ownersOf(tx: Tx, spaceId: string) {
  const members = await listMemberRows(tx, { spaceId });
  return { personIds: members.flatMap(({ role, user_id: id }) => (role === 'owner' ? [id] : [])) };
}
